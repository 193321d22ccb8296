import { createContext, use, useEffect, useRef } from 'react'
import { UNSAFE_LocationContext } from 'react-router-dom'
import type { Location, NavigationType, Path } from 'react-router-dom'

/** Asks before some navigations. */
export interface LeaveBlocker {
  /** @param isStep whether the browser's history goes back or forth, and no link was followed */
  readonly blocks: (from: Path, to: Path, isStep: boolean) => boolean
  /** Resolves with whether the visitor wants to leave. */
  readonly ask: () => Promise<boolean>
}

/** Adds a blocker to the router of the page. Null where pages have none that asks, as in the console's window. */
export const AddBlocker = createContext<((blocker: LeaveBlocker) => () => void) | null>(null)

/** Asks before what is unsaved is lost: by `ask` before the navigations that `blocks`, by the browser before the tab is closed. */
export function useLeaveBlocker(unsaved: () => boolean, { blocks, ask }: LeaveBlocker): void {
  const add = use(AddBlocker)
  const latest = useRef({ unsaved, blocks, ask })
  useEffect(() => {
    latest.current = { unsaved, blocks, ask }
  })
  useEffect(
    () =>
      add?.({
        blocks: (...step) => latest.current.unsaved() && latest.current.blocks(...step),
        ask: () => latest.current.ask(),
      }),
    [add],
  )
  useEffect(() => {
    if (!add) return
    const stay = (event: BeforeUnloadEvent) => {
      if (latest.current.unsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [add])
}

interface Shown {
  readonly location: Location
  readonly navigationType: `${NavigationType}`
}

/** Runs when the page is left that was shown before: for another one, or by a step in the history. */
export function useOnLeaving(run: () => void): void {
  const shown = use(UNSAFE_LocationContext) as Shown | null
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const before = useRef(shown?.location)
  useEffect(() => {
    const from = before.current
    before.current = shown?.location
    if (!shown || !from || from.key === shown.location.key) return
    if (from.pathname !== shown.location.pathname || shown.navigationType === 'POP') latest.current()
  }, [shown])
}

import { isPositionId } from '@nation/domain/elections'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { PositionId } from '../shared/types'
import { pageParameters } from './use-hub-page'

const TYPING_PAUSE = 250

/** All positions, as the address has it. */
export const EVERY = 'all'

/** What the hub shows. It is in the address, so that back, reload and a shared link show the same. */
export function useHubFilter() {
  const [parameters, setParameters] = useSearchParams()
  const chosen = parameters.get('position')
  const position = chosen !== null && isPositionId(chosen) ? chosen : null
  const all = chosen === EVERY
  const search = parameters.get('search') ?? ''
  const { state } = useLocation() as { readonly state: unknown }
  const [typed, setTyped] = useState(search)
  // What the address had last, and what the field wrote into it: anything else came from a link, and the field follows it.
  const [seen, setSeen] = useState(search)
  const [written, setWritten] = useState(search)
  if (seen !== search) {
    setSeen(search)
    if (search !== written) {
      setTyped(search)
      setWritten(search)
    }
  }

  const set = (name: string, value: string | null) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        // Another list begins at its first page.
        for (const page of name === 'list' ? [] : pageParameters) next.delete(page)
        return next
      },
      { replace: true, preventScrollReset: true, ...(name === 'list' && { state }) },
    )

  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => {
      setWritten(typed.trim())
      set('search', typed.trim())
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  })

  return {
    position,
    /** Whether candidates of all offices were asked for, also of those that are closed. */
    all,
    search,
    /** Whether the candidates of several offices are shown, each office under its title. */
    byOffice: position === null && search === '',
    /** Whether a long list is shown whole on a phone, where it begins with a few. */
    whole: parameters.get('list') === 'whole',
    showWhole: () => set('list', 'whole'),
    typed,
    type: setTyped,
    choose: (next: PositionId | typeof EVERY | null) => set('position', next),
    /** Shows everybody who stands. */
    clear: () => {
      setTyped('')
      setParameters({ position: EVERY }, { replace: true, preventScrollReset: true })
    },
  }
}

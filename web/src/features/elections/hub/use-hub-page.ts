import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { VotingPhase } from '../shared/types'

/** The names of what the address says of the page: which it is, counted from 1, and where the one before it ended. */
export const pageParameters = ['page', 'after'] as const

interface List {
  readonly electionId: string | undefined
  readonly phase: VotingPhase | null
}

const isSame = (one: List, other: List): boolean => one.electionId === other.electionId && one.phase === other.phase

/** Whether it was another list by itself: one office's candidates, of whatever phase, are narrowed by the address. */
const isOther = (one: List, other: List): boolean =>
  one.electionId !== other.electionId || (one.phase !== null && other.phase !== null && one.phase !== other.phase)

/**
 * Which page of a long list is shown. It is in the address, so that a reload and the way back from a candidate lead to the same one;
 * the way to the pages before it is in the entry of the history. A shared link to a page knows the way to the first alone.
 */
export function useHubPage(list: List) {
  const [parameters, setParameters] = useSearchParams()
  const location = useLocation()
  const cursor = parameters.get('after') ?? ''
  const number = Number(parameters.get('page'))
  const isTurned = cursor !== '' && Number.isSafeInteger(number) && number > 1
  // The week or the phase may turn while one looks: the page was one of another list.
  const [known, setKnown] = useState(list)
  const isGone = known.electionId !== undefined && isOther(known, list)
  if (!isSame(known, list) && !(isGone && isTurned)) setKnown(list)
  const page = isTurned && !isGone ? number - 1 : 0
  const ends = page > 0 ? endsOf(location.state, page, cursor) : []

  const turn = (to: number, way: readonly string[]) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        for (const name of pageParameters) next.delete(name)
        const end = way.at(-1)
        if (to > 0 && end !== undefined) {
          next.set('page', String(to + 1))
          next.set('after', end)
        }
        return next
      },
      { replace: true, preventScrollReset: true, state: { ends: way } },
    )
  const toFirst = () => turn(0, [])

  useEffect(() => {
    if (isGone && isTurned) toFirst()
  })

  return {
    /** The first is 0. */
    page,
    /** Where the page before it ended; undefined on the first. */
    cursor: page > 0 ? cursor : undefined,
    toFirst,
    previous: page > 0 ? () => (ends.length === page ? turn(page - 1, ends.slice(0, -1)) : toFirst()) : null,
    next: (end: string) => turn(page + 1, ends.length === page ? [...ends, end] : [end]),
  }
}

/** Where the pages up to this one ended, as the history remembers it; nothing where it does not. */
function endsOf(state: unknown, page: number, cursor: string): readonly string[] {
  const ends: unknown = typeof state === 'object' && state !== null && 'ends' in state ? state.ends : null
  const isWay = Array.isArray(ends) && ends.length === page && ends.every((end) => typeof end === 'string')
  return isWay && ends.at(-1) === cursor ? ends : []
}

import { useSearchParams } from 'react-router-dom'
import type { RoomId } from '../types'

/** What the address says of a search of messages. */
export interface SearchPlace {
  /** What is searched for; null while there is no search. */
  readonly query: string | null
  /** The one room that is searched; null: all of one's own. */
  readonly within: string | null
  /** The message that a result has led to: its number in the room of the address. */
  readonly at: number | null
}

/** The search of messages, which lives in the address: `?find=`, `&in=` and `&at=`. */
export function useSearch() {
  const [parameters, setParameters] = useSearchParams()
  const at = Number(parameters.get('at'))
  const place: SearchPlace = {
    query: parameters.get('find'),
    within: parameters.get('in'),
    at: Number.isSafeInteger(at) && at > 0 ? at : null,
  }
  const change = (to: Readonly<Record<string, string | null>>) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(to)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    ...place,
    open: (within: RoomId | null = null) => change({ find: '', in: within, at: null }),
    close: () => change({ find: null, in: null }),
    search: (query: string) => change({ find: query }),
    keepWithin: (room: RoomId | null) => change({ in: room }),
    /** The address of a result of `query`, with which the search stays. */
    resultPath: (path: string, number: number, query: string) => {
      const next = new URLSearchParams(parameters)
      next.set('find', query)
      next.set('at', String(number))
      return `${path}?${next.toString()}`
    },
  }
}

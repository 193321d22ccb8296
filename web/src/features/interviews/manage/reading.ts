import type { ManagedInterview, Response } from '../types'

/** What both ways of reading responses are given. */
export interface ReadingProps {
  readonly interview: ManagedInterview
  readonly responses: readonly Response[]
  readonly search: string
  readonly pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

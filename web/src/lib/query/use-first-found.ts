import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JsonCallId } from '../api/client'

/** How many pages are read for one question, at most. */
const mostPages = 5

interface Wanted<Page, Item> {
  /** Makes the call `id` with `input`, for the page of a cursor; without one for the first. */
  readonly load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>
  /** Those of a page who are offered. */
  readonly of: (page: Page) => readonly Item[]
  readonly most: number
  readonly enabled?: boolean
}

/**
 * The first so many whom a search finds. Where common words seldom meet, the nation looks through a part of them and says where to go on:
 * the search goes on there. What was found for the question before stays until this one is answered.
 */
export function useFirstFound<Page extends { readonly nextCursor: string | null }, Item>(
  id: JsonCallId,
  input: object,
  { load, of, most, enabled = true }: Wanted<Page, Item>,
) {
  return useQuery({
    queryKey: [id, input, 'first'],
    queryFn: async ({ signal }) => {
      const found: Item[] = []
      let cursor: string | undefined
      for (let pages = 0; pages < mostPages; pages++) {
        const page = await load(cursor, signal)
        found.push(...of(page))
        if (found.length >= most || page.nextCursor === null) break
        cursor = page.nextCursor
      }
      return found.slice(0, most)
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

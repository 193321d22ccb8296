import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { JsonCallId } from '../api/client'
import { useLive } from '../live/live'

/** Lists are asked for again this often where events do not arrive by themselves. */
const REFRESH = 30_000

/** Which page is asked for: the first one without a cursor. */
type PageInput = { readonly cursor?: string }

/**
 * Reads a list page by page, past what was shown before while another question is asked. `load` makes the call `id` with
 * `input` and the page. `refreshes` false: no page is read again by itself, also where events do not arrive.
 */
export function usePages<Input extends object, Page extends { readonly nextCursor: string | null }>(
  id: JsonCallId,
  input: Input,
  load: (input: Input & PageInput, options: { readonly signal: AbortSignal }) => Promise<Page>,
  { enabled = true, refreshes = true }: { readonly enabled?: boolean; readonly refreshes?: boolean } = {},
) {
  const live = useLive((state) => state.live)
  return useInfiniteQuery({
    queryKey: [id, input],
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: live || !refreshes ? false : REFRESH,
    enabled,
  })
}

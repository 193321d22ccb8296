import { useInfiniteQuery } from '@tanstack/react-query'

interface Page {
  readonly nextCursor: string | null
}

/**
 * A question that is answered page by page. The key begins with the call's id, so that events refresh it; `ask` is given
 * what the call wants as its cursor.
 */
export function useCursorPages<P extends Page>(
  key: readonly [id: string, input: object],
  ask: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<P>,
) {
  return useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => ask(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: P) => page.nextCursor,
  })
}

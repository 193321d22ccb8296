import { useQuery } from '@tanstack/react-query'

/**
 * Reads the newest page of a list again by itself, and none of the others that are shown. `read` reads it and puts it in the place of
 * what it renews. `every`: milliseconds between readings; false for none by itself.
 */
export function useNewest(
  id: string,
  read: (signal: AbortSignal) => Promise<void>,
  { enabled, every }: { readonly enabled: boolean; readonly every: number | false },
): void {
  useQuery({
    queryKey: [`${id}.newest`],
    queryFn: async ({ signal }) => {
      await read(signal)
      return null
    },
    enabled,
    refetchInterval: every,
    initialData: null,
    staleTime: Infinity,
    gcTime: 0,
  })
}

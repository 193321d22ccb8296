import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { useInfiniteQuery, type InfiniteData, type QueryMeta } from '@tanstack/react-query'
import { mayRead } from '@nation/domain/messenger'
import { useLive } from '../../../lib/live/live'
import { queryClient } from '../../../lib/query/query'
import { useNewest } from '../../../lib/query/use-newest'
import { useSession } from '../../../lib/session/session'

type Page = CallAnswer<'admin-chat.get-messages'>
type Pages = InfiniteData<Page, number | null>

/** A message of the admin chat, as its readers see it. */
export type AdminMessage = Page['messages'][number]

/** Reads a page of the admin chat: the newest, or those before a number. */
export type ReadAdminChat = (input: CallRequest<'admin-chat.get-messages'>, signal: AbortSignal) => Promise<Page>

const KEY = ['admin-chat.get-messages', {}] as const

/** Whether events of the admin chat arrive by themselves: not in a panel whose browser is not signed in as one who may read it. */
export function useHearsAdminChat(): boolean {
  const user = useSession((state) => state.user)
  const live = useLive((state) => state.live)
  return live && user !== null && mayRead(user, 'admin-chat')
}

/**
 * The admin chat, from its newest message back. `every`: milliseconds between readings by itself while no events arrive; each reads
 * the newest page alone, however many are shown. `meta`: how the cache marks what was read.
 * @returns `messages`: those that were read, the oldest first
 */
export function useAdminChat(load: ReadAdminChat, every: number, meta?: QueryMeta) {
  const hears = useHearsAdminChat()
  const pages = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? {} : { before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasOlder, messages: [oldest] }) => (hasOlder && oldest ? oldest.number : null),
    staleTime: 0,
    ...(meta && { meta }),
  })
  useNewest('admin-chat', async (signal) => showNewest(await load({}, signal)), {
    enabled: pages.isSuccess && !pages.isFetching,
    every: hears ? false : every,
  })
  const messages = pages.data?.pages.toReversed().flatMap((page) => page.messages) ?? []
  return { pages, messages }
}

/** Puts the newest page in the place of what it renews. Where messages are missing between it and what is shown, all is read anew. */
async function showNewest(newest: Page): Promise<void> {
  const first = queryClient.getQueryData<Pages>(KEY)?.pages[0]
  if (!first) return
  const page = joined(first, newest)
  if (page === null) return queryClient.invalidateQueries({ queryKey: KEY })
  queryClient.setQueryData<Pages>(KEY, (shown) => shown && { ...shown, pages: [page, ...shown.pages.slice(1)] })
}

/** The page that is shown first with the newest messages at its end, null where they do not follow on: it keeps its beginning. */
export function joined(shown: Page, newest: Page): Page | null {
  // An answer that was under way for longer than what is shown.
  if (newest.lastNumber < shown.lastNumber) return shown
  const [from] = newest.messages
  const last = shown.messages.at(-1)
  if (from === undefined || last === undefined) return shown.messages.length === 0 ? newest : null
  if (from.number > last.number + 1) return null
  return {
    ...newest,
    messages: [...shown.messages.filter(({ number }) => number < from.number), ...newest.messages],
    hasOlder: shown.messages[0]!.number <= from.number ? shown.hasOlder : newest.hasOlder,
  }
}

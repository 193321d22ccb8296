import type { CallAnswer } from '@nation/domain/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { call } from '../../../lib/api/client'
import { useLive } from '../../../lib/live/live'
import { queryClient } from '../../../lib/query/query'
import { useNewest } from '../../../lib/query/use-newest'
import { usePages } from '../../../lib/query/use-pages'
import { PRESENCE } from '../rooms/use-room'
import type { Conversation } from '../types'

type Page = CallAnswer<'messenger.get-conversations'>
type Pages = InfiniteData<Page, string | null>

const ID = 'messenger.get-conversations'

/** Where events do not arrive by themselves, the list is asked for again this often, in milliseconds. */
const POLL = 30_000

/**
 * One's direct conversations, the latest first. Who is here is asked by itself: of the newest page alone, however many are shown.
 * Everything else comes by events.
 */
export function useConversations() {
  const pages = usePages(ID, {}, (input, options) => call(ID, input, options), { refreshes: false })
  const live = useLive((state) => state.live)
  useNewest(ID, async (signal) => showNewest(await call(ID, {}, { signal })), {
    enabled: pages.isSuccess && !pages.isFetching,
    every: live ? PRESENCE : POLL,
  })
  return pages
}

/** Puts the newest page into the list. Where nothing that is shown is on it any more, all is read anew. */
async function showNewest(newest: Page): Promise<void> {
  const key = [ID, {}]
  const shown = queryClient.getQueryData<Pages>(key)
  if (!shown) return
  const pages = joined(shown.pages, newest)
  if (pages === null) return queryClient.invalidateQueries({ queryKey: key })
  const pageParams = shown.pageParams.slice(0, pages.length)
  queryClient.setQueryData<Pages>(key, { pages, pageParams })
}

const saidAt = ({ lastMessageAt }: Conversation): number => lastMessageAt ?? 0

/**
 * The pages that are shown, with the newest one in its place; null where it does not follow on. What the stream has brought since stays as
 * it is, and what left the newest page by being older stays behind it.
 */
export function joined(shown: readonly Page[], newest: Page): Page[] | null {
  const received = newest.conversations
  const known = new Map(shown.flatMap(({ conversations }) => conversations).map((one) => [one.id, one]))
  if (newest.nextCursor !== null && received.every(({ id }) => !known.has(id))) return null
  const ids = new Set(received.map(({ id }) => id))
  const from = received[0] ? saidAt(received[0]) : 0
  const to = newest.nextCursor === null ? 0 : saidAt(received.at(-1)!)
  const others = shown.map(({ conversations }) => conversations.filter(({ id }) => !ids.has(id)))
  const newer = others.flat().filter((one) => saidAt(one) > from)
  const older = others.map((page) => page.filter((one) => saidAt(one) <= from && saidAt(one) < to))
  const renewed = received.map((one) => newerOf(known.get(one.id), one))
  return shown
    .map((page, place) => ({
      ...page,
      conversations: place === 0 ? [...newer, ...renewed, ...(older[0] ?? [])] : (older[place] ?? []),
    }))
    .map((page) => (newest.nextCursor === null ? { ...page, nextCursor: null } : page))
}

/** A conversation as it was read, unless events have brought more of it. Presence is in no event. */
const newerOf = (shown: Conversation | undefined, received: Conversation): Conversation =>
  shown && (shown.lastNumber > received.lastNumber || shown.readNumber > received.readNumber)
    ? { ...shown, otherUser: received.otherUser }
    : received

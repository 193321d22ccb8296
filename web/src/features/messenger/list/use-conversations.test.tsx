import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { takeTokensFrom } from '../../../lib/api/client'
import { useLive } from '../../../lib/live/live'
import { queryClient } from '../../../lib/query/query'
import { aConversation } from '../../../testing/fake-messenger'
import { PRESENCE } from '../rooms/use-room'
import type { Conversation } from '../types'
import { joined, useConversations } from './use-conversations'

const PAGE = 3
/** Conversations that were talked in at these moments, each called by its own. */
const at = (...moments: number[]): Conversation[] =>
  moments.map((moment) => ({
    ...aConversation(),
    id: `c${moment}`,
    lastMessageAt: moment,
    lastNumber: 1,
    readNumber: 1,
  }))
const page = (conversations: Conversation[], nextCursor: string | null) => ({
  success: true as const,
  conversations,
  nextCursor,
})
const ids = (pages: { conversations: Conversation[] }[] | null) =>
  pages && pages.map(({ conversations }) => conversations.map(({ id }) => id).join(' '))

let talks: Conversation[]
let asked: (string | null)[]

beforeEach(() => {
  queryClient.clear()
  useLive.setState({ live: true })
  talks = at(9, 8, 7, 6, 5, 4)
  asked = []
  takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) })
  vi.stubGlobal('fetch', (url: string) => {
    const cursor = new URL(url, 'http://nation').searchParams.get('cursor')
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    const goesOn = from + PAGE < talks.length
    return Promise.resolve(Response.json(page(talks.slice(from, from + PAGE), goesOn ? String(from + PAGE) : null)))
  })
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('Who is here is asked again each minute of the newest page alone, however many are shown', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  })
  try {
    const list = renderHook(() => useConversations(), { wrapper }).result
    await waitFor(() => expect(ids(list.current.data?.pages ?? null)).toEqual(['c9 c8 c7']))
    await act(() => list.current.fetchNextPage())
    await waitFor(() => expect(ids(list.current.data?.pages ?? null)).toEqual(['c9 c8 c7', 'c6 c5 c4']))
    asked = []
    talks = talks.map((one) => ({ ...one, otherUser: { ...one.otherUser, isOnline: false } }))
    await act(() => vi.advanceTimersByTimeAsync(PRESENCE + 1_000))
    await waitFor(() => expect(list.current.data?.pages[0]?.conversations[0]?.otherUser.isOnline).toBe(false))
    expect(ids(list.current.data?.pages ?? null)).toEqual(['c9 c8 c7', 'c6 c5 c4'])
    expect(asked).toEqual([null])
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['what is new pushes down, and loses nothing', at(10, 9, 8), 'more', ['c10 c9 c8 c7', 'c6 c5 c4']],
  [
    'what was on a later page comes to the front',
    at(9, 8, 7).with(2, { ...at(8)[0]!, id: 'c5' }),
    'more',
    ['c9 c8 c5 c7', 'c6 c4'],
  ],
  ['what is gone from among the newest is gone', at(9, 7, 6), 'more', ['c9 c7 c6', 'c5 c4']],
  ['what an event has brought since stays in front', at(8, 7, 6), 'more', ['c9 c8 c7 c6', 'c5 c4']],
  ['the newest page that is all there is leaves nothing else', at(9, 4), null, ['c9 c4', '']],
  ['a page that does not follow on has everything read anew', at(20, 19, 18), 'more', null],
] as const)('In the list %s', (_, received, cursor, then) => {
  const shown = [page(at(9, 8, 7), '3'), page(at(6, 5, 4), null)]
  expect(ids(joined(shown, page([...received], cursor)))).toEqual(then)
})

it('Of an answer that was under way while events came, only the presence counts', () => {
  const [one] = at(9)
  const shown = { ...one!, lastNumber: 7, readNumber: 7, lastMessage: 'Newer' }
  const received = { ...one!, lastNumber: 6, lastMessage: 'Older', otherUser: { ...one!.otherUser, isOnline: false } }
  const [first] = joined([page([shown], null)], page([received], null)) ?? []
  expect(first?.conversations[0]).toMatchObject({ lastMessage: 'Newer', lastNumber: 7, otherUser: { isOnline: false } })
})

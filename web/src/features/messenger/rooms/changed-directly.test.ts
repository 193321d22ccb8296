import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeTokensFrom } from '../../../lib/api/client'
import { queryClient } from '../../../lib/query/query'
import { takerOf } from '../../../lib/query/taken-events'
import { aConversation, aMessage, pageOf, type FakeTalk } from '../../../testing/fake-messenger'
import type { Conversation } from '../types'
import { showRoom, startMessenger } from './live'
import { openRoom } from './read-room'
import { clearRooms, roomOf } from './rooms'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const { id } = aConversation()
let talk: FakeTalk
let asked: { call: string; limit: string | null }[]

const line = (): Conversation | undefined =>
  queryClient
    .getQueryData<{ pages: { conversations: Conversation[] }[] }>(['messenger.get-conversations', {}])
    ?.pages.flatMap(({ conversations }) => conversations)
    .find((one) => one.id === id)

const receive = (number: number, messages?: readonly unknown[]) =>
  takerOf('messenger.changed-directly')!({
    kind: 'messenger.changed-directly',
    facts: { conversationId: id, from: number, to: number, ...(messages && { messages }) },
  })

beforeEach(() => {
  clearRooms()
  asked = []
  const conversation = {
    ...aConversation(),
    status: 'waiting' as const,
    lastNumber: 120,
    readNumber: 120,
    unreadCount: 0,
  }
  talk = { messages: Array.from({ length: 120 }, (_, n) => aMessage(n + 1, NOW)), readNumber: 120, conversation }
  const others = (from: number) =>
    Array.from({ length: 50 }, (_, n) => ({ ...conversation, id: `other-${from + n}`, lastMessageAt: NOW - from - n }))
  const page = (conversations: Conversation[]) => ({ success: true, conversations, nextCursor: 'more' })
  const pages = [page(others(1)), page([...others(60), conversation]), page(others(120))]
  queryClient.setQueryData(['messenger.get-conversations', {}], { pages, pageParams: [null, 'a', 'b'] })
  takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) })
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, location.origin)
    const input = Object.fromEntries(url.searchParams)
    asked.push({ call: url.pathname.replace('/api/messenger/', ''), limit: url.searchParams.get('limit') })
    return Promise.resolve(Response.json({ ...pageOf(talk, input), conversation: talk.conversation }))
  })
  startMessenger()
})

const one = [{ call: 'get-messages', limit: '1' }]

describe('Of an edit, a reaction or an acceptance in a direct conversation', () => {
  it('the touched message alone is read, and no page of the list, where it is on screen', async () => {
    const hide = showRoom(id)
    await openRoom(id)
    asked = []
    talk.messages[119] = aMessage(120, NOW, { message: 'Edited', editedAt: NOW })
    talk.conversation = { ...talk.conversation!, status: 'open', lastMessage: 'Edited' }
    expect(receive(120, [talk.messages[119]])).toEqual([])
    await vi.waitFor(() => expect(line()).toMatchObject({ status: 'open', lastMessage: 'Edited', unreadCount: 0 }), {
      timeout: 15_000,
    })
    expect(roomOf(id).messages.at(-1)).toMatchObject({ message: 'Edited' })
    expect(roomOf(id).conversation?.status).toBe('open')
    expect(asked).toEqual(one)
    hide()
  })

  it('one message is read where it is not open, and where another part of it is loaded; the line keeps its place', async () => {
    const place = () =>
      queryClient
        .getQueryData<{ pages: { conversations: Conversation[] }[] }>(['messenger.get-conversations', {}])
        ?.pages.map(({ conversations }) => conversations.findIndex((some) => some.id === id))
    const before = place()
    talk.conversation = { ...talk.conversation!, status: 'open' }
    expect(receive(120)).toEqual([])
    await vi.waitFor(() => expect(line()?.status).toBe('open'), { timeout: 15_000 })
    expect([asked, place()]).toEqual([one, before])
    const hide = showRoom(id)
    await openRoom(id)
    asked = []
    talk.conversation = { ...talk.conversation, hasLeft: true }
    expect(receive(3)).toEqual([])
    await vi.waitFor(() => expect(line()?.hasLeft).toBe(true), { timeout: 15_000 })
    expect(asked).toEqual(one)
    hide()
  })

  it('an answer that is older than the events takes no number back', async () => {
    talk.conversation = { ...talk.conversation!, status: 'open', lastNumber: 110, readNumber: 100, lastMessage: 'Old' }
    receive(110)
    await vi.waitFor(() => expect(line()?.status).toBe('open'), { timeout: 15_000 })
    expect(line()).toMatchObject({ lastNumber: 120, readNumber: 120, unreadCount: 0 })
    expect(line()?.lastMessage).not.toBe('Old')
  })
})

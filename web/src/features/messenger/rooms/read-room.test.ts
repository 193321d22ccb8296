import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aConversation, aMessage, pageOf, type FakeTalk } from '../../../testing/fake-messenger'
import { openAt, readPresence } from './read-room'
import { clearRooms, roomOf } from './rooms'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
let talk: FakeTalk

beforeEach(() => {
  clearRooms()
  talk = {
    messages: Array.from({ length: 500 }, (_, index) => aMessage(index + 1, NOW)),
    readNumber: 500,
    conversation: null,
  }
  vi.stubGlobal('fetch', (url: string) => {
    const input = Object.fromEntries(new URL(url, location.origin).searchParams)
    return Promise.resolve(Response.json({ ...pageOf(talk, input), conversation: talk.conversation }))
  })
})

describe('Whether the other is here', () => {
  const { id, otherUser } = aConversation()
  const here = (isOnline: boolean) => aConversation({ otherUser: { ...otherUser, isOnline } })

  it.each([
    ['far back without what came since', 30, 500],
    ['near the end with what came since', 490, 520],
  ])('is read for somebody who reads %s', async (_, at, last) => {
    talk.conversation = here(true)
    await openAt(id, at)
    const loaded = roomOf(id).messages.at(-1)?.number
    for (let number = 501; number <= last; number++) talk.messages.push(aMessage(number, NOW))
    talk.conversation = here(false)
    await readPresence(id)
    expect(roomOf(id).conversation?.otherUser.isOnline).toBe(false)
    expect(roomOf(id).messages.at(-1)?.number).toBe(at === 30 ? loaded : last)
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aConversation, aMessage, pageOf, type FakeTalk } from '../../../testing/fake-messenger'
import { openAt, openRoom, readPresence } from './read-room'
import { changeStored, clearRooms, roomOf } from './rooms'

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
  ])('is read for a reader %s', async (_, at, last) => {
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

describe('A message that an event brings while the end of its conversation is being read', () => {
  const group = 'citizens'

  /** The nation answers with what it had when it was asked; the message comes before the answer does. */
  function comesAfterPage(of: number): void {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init)
      if (--of === 0) {
        talk.messages.push(aMessage(501, NOW))
        changeStored(group, (room) => ({ ...room, lastNumber: 501 }))
      }
      return answer
    })
  }

  it.each([
    ['is opened', () => openRoom(group), 1],
    ['is opened at a message near its end', () => openAt(group, 495), 1],
    ['is opened at a message that is not there', () => openAt(group, 900), 2],
  ])('is read as well where it %s', async (_, reading, pages) => {
    comesAfterPage(pages)
    await reading()
    await vi.waitFor(() => expect(roomOf(group).messages.at(-1)?.number).toBe(501), { timeout: 15_000 })
  })
})

import { describe, expect, it } from 'vitest'
import { aMessage } from '../../../testing/fake-messenger'
import { emptyRoom, hasNewer, hasOlder, merged, replaced, withOwnReactions, type Room } from './room'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index, NOW))
const numbers = (room: Room) => room.messages.map(({ number }) => number)
const roomOf = (from: number, to: number, lastNumber = to): Room => ({
  ...emptyRoom,
  status: 'ready',
  messages: range(from, to),
  lastNumber,
})

describe('a stretch of a conversation', () => {
  it('grows in both directions, and holds no message twice', () => {
    const older = merged(roomOf(10, 12, 20), { messages: range(7, 10) })
    expect(numbers(older)).toEqual([7, 8, 9, 10, 11, 12])
    expect(numbers(merged(older, { messages: range(12, 14) }))).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  })

  it('has no holes: what lies beyond a gap only says that something is missing', () => {
    const room = merged(roomOf(1, 3), { messages: range(6, 7) })
    expect(numbers(room)).toEqual([1, 2, 3])
    expect(room.lastNumber).toBe(7)
    expect(hasNewer(room)).toBe(true)
    expect(numbers(merged(roomOf(10, 12), { messages: range(4, 6) }))).toEqual([10, 11, 12])
  })

  it('renews messages that it holds, and keeps the id under which its reader sent them', () => {
    const sent = { ...roomOf(1, 2), messages: [aMessage(1, NOW), aMessage(2, NOW, { clientId: 'mine' })] }
    const [, edited] = merged(sent, { messages: [aMessage(2, NOW, { message: 'Edited', editedAt: NOW })] }).messages
    expect(edited).toMatchObject({ message: 'Edited', clientId: 'mine' })
  })

  it('knows which reactions are the reader’s own when the stream tells of others', () => {
    const heart = (count: number, mine: boolean) => ({ reaction: 'heart' as const, count, mine })
    const sad = { reaction: 'sad' as const, count: 1, mine: false }
    const room = { ...roomOf(1, 1), messages: [aMessage(1, NOW, { reactions: [heart(1, true)] })] }
    const received = aMessage(1, NOW, { reactions: [heart(2, false), sad] })
    expect(withOwnReactions(room, [received])[0]?.reactions).toEqual([heart(2, true), sad])
    expect(withOwnReactions(room, [aMessage(9, NOW, { reactions: [sad] })])[0]?.reactions).toEqual([sad])
  })

  it('never takes the marker or the last number back', () => {
    const room = merged({ ...roomOf(1, 3), readNumber: 3 }, { messages: [], lastNumber: 2, readNumber: 1 })
    expect(room).toMatchObject({ lastNumber: 3, readNumber: 3 })
  })

  it('begins with what was asked for when it is replaced', () => {
    const page = {
      success: true as const,
      messages: range(40, 45),
      lastNumber: 90,
      readNumber: 41,
      hasOlder: true,
      hasNewer: true,
    }
    const room = replaced(roomOf(1, 3), page)
    expect(numbers(room)).toEqual([40, 41, 42, 43, 44, 45])
    expect([hasOlder(room), hasNewer(room), room.stretch]).toEqual([true, true, 1])
  })
})

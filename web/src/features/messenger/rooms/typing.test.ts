import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteTyping, sendTyping, typingWords, useTyping } from './typing'

const ada = { userId: 'a', username: 'Ada' }
const ben = { userId: 'b', username: 'Ben' }
const cem = { userId: 'c', username: 'Cem' }
const writers = () => (useTyping.getState().rooms.citizens ?? []).map(({ username }) => username)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('who is typing', () => {
  it('is shown until they stop, or send no event for a while', () => {
    noteTyping('citizens', ada, true)
    noteTyping('citizens', ben, true)
    noteTyping('citizens', ada, true)
    expect(writers()).toEqual(['Ben', 'Ada'])
    noteTyping('citizens', ben, false)
    expect(writers()).toEqual(['Ada'])
    vi.advanceTimersByTime(6_000)
    expect(writers()).toEqual([])
  })

  it.each([
    [[], ''],
    [[ada], 'Ada is typing…'],
    [[ada, ben], 'Ada and Ben are typing…'],
    [[ada, ben, cem], 'Ada and 2 others are typing…'],
  ])('is said in words: %#', (those, words) => expect(typingWords(those)).toBe(words))

  it('is sent again after a while, and once when it ends', async () => {
    const sent: boolean[] = []
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      sent.push((JSON.parse(body) as { typing: boolean }).typing)
      return new Promise(() => {})
    })
    sendTyping('government', false)
    for (let n = 0; n < 10; n++) sendTyping('government', true)
    vi.advanceTimersByTime(4_000)
    sendTyping('government', true)
    sendTyping('government', false)
    sendTyping('government', false)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([true, true, false])
  })
})

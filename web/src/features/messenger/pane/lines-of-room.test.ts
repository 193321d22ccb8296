import { expect, it } from 'vitest'
import { aMessage } from '../../../testing/fake-messenger'
import type { Outgoing } from '../device/outbox'
import { FAR_BACK, linesOf } from './lines-of-room'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const written = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ clientId, room: 'citizens', text: clientId, replyTo: null, images: [], at: NOW, state: 'waiting' },
  ...{ retries: 0, problem: null, code: null, passing: false, heldUntil: null, number: null },
  ...more,
})
const messages = [1, 2, 3].map((number) => aMessage(number, NOW))
const shown = (lastNumber: number, entries: readonly Outgoing[]) =>
  linesOf('citizens', { messages, lastNumber }, entries)

it('What waits stands behind the messages, unless they show it already', () => {
  const entries = [
    written('one'),
    written('two', { state: 'failed' }),
    written('three', { state: 'sent', number: 4 }),
    written('of another room', { room: 'government' }),
    written('four', { state: 'sent', number: 3 }),
  ]
  const { lines, unseen } = shown(3, entries)
  expect(lines).toEqual([...messages, ...entries.slice(0, 3)])
  expect(unseen).toBe(0)
  expect(shown(3 + FAR_BACK, entries).lines).toHaveLength(6)
})

it('In the middle of the history they have no place, and are counted: those that wait, and those that failed', () => {
  const entries = [
    written('one'),
    written('two', { state: 'failed' }),
    written('three', { state: 'sent', number: 104 }),
    written('of another room', { room: 'government' }),
  ]
  expect(shown(4 + FAR_BACK, entries)).toEqual({ lines: messages, unseen: 2 })
  expect(shown(4 + FAR_BACK, [])).toEqual({ lines: messages, unseen: 0 })
})

import { EventEmitter } from 'node:events'
import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'
import { expect, it, vi } from 'vitest'
import type { EventHub } from '../frame/event-hub'
import { followTyping } from './typing'

const databaseUrl = 'mysql://nation@localhost/nation'
const channel = `${queuePrefix(databaseUrl)}:typing`

/** A process that follows who is typing, and what its streams receive. */
function aProcess() {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: () => Promise.resolve(1) })
  const sendTransient = vi.fn(() => Promise.resolve())
  void followTyping(subscriber as unknown as Redis, { sendTransient } as unknown as EventHub, databaseUrl)
  const news = (conversation: string, more: object = {}) =>
    JSON.stringify({ to: 'citizens', conversation, userId: 'someone', username: 'Ada', typing: true, ...more })
  return { sendTransient, news, hear: (text: string, on = channel) => subscriber.emit('message', on, text) }
}

it('Of many who type in one conversation in a second three are sent, and other conversations have threes of their own', () => {
  vi.useFakeTimers({ now: new Date('2026-01-06T12:00:00.000Z') })
  try {
    const { sendTransient, news, hear } = aProcess()
    for (let n = 0; n < 24; n++) hear(news('citizens'))
    expect(sendTransient).toHaveBeenCalledTimes(3)
    for (let n = 0; n < 5; n++) hear(news('admins'))
    expect(sendTransient).toHaveBeenCalledTimes(6)
    vi.setSystemTime(new Date('2026-01-06T12:00:01.000Z'))
    hear(news('citizens'))
    expect(sendTransient).toHaveBeenLastCalledWith(
      'citizens',
      'messenger.typing',
      expect.objectContaining({ typing: true }),
      'someone',
    )
    expect(sendTransient).toHaveBeenCalledTimes(7)
  } finally {
    vi.useRealTimers()
  }
})

it('What is not of this nation, or not in order, is not sent', () => {
  const { sendTransient, news, hear } = aProcess()
  hear(news('citizens'), 'another channel')
  hear(news('citizens', { to: 'whoever' }))
  hear(news('citizens', { text: 'a secret' }))
  hear('{')
  expect(sendTransient).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeTokensFrom } from '../../../lib/api/client'
import { useSession } from '../../../lib/session/session'
import { aMessage } from '../../../testing/fake-messenger'
import { fakeNation } from '../../../testing/fake-nation'
import { openOutbox, putOutgoing, useOutbox, type Outgoing } from '../device/outbox'
import { sendMessage } from '../device/send'
import { startMessenger } from './live'
import { emptyRoom } from './room'
import { changeRoom } from './rooms'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

let answer: () => Response
const sent: string[] = []
const busy = () =>
  Response.json({ success: false, code: 'busy', error: 'Please try again.', requestId: 'x' }, { status: 503 })
const taken = () => Response.json({ success: true, messageId: 'm', number: 7, timestamp: NOW })
const states = () => useOutbox.getState().entries.map(({ text, state }) => `${text}: ${state}`)

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.startsWith('/api/messenger/send')) return Promise.resolve(Response.json({ success: true }))
    sent.push((JSON.parse(init.body as string) as { clientId: string }).clientId)
    return Promise.resolve(answer())
  })
  vi.stubGlobal('navigator', { onLine: true, locks: { request: (_: string, run: () => Promise<void>) => run() } })
  const refreshed = fakeNation({ now: NOW, as: 'citizen' }).handle('POST', '/api/auth/refresh', null)
  const { user } = refreshed.body as { user: NonNullable<ReturnType<typeof useSession.getState>['user']> }
  useSession.setState({ status: 'signed-in', user })
  startMessenger()
  openOutbox(user.uid)
})
afterEach(() => vi.useRealTimers())

it('a message that the nation was too busy for goes out by itself once it is not, and once', async () => {
  answer = busy
  sendMessage('citizens', 'one', null)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states()).toEqual(['one: failed'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states()).toEqual(['one: failed'])
  answer = taken
  await vi.advanceTimersByTimeAsync(35_000)
  expect(states()).toEqual(['one: sent'])
  const before = sent.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent.length).toBe(before)
  expect(new Set(sent).size).toBe(1)
})

it('a message that was refused for good is not tried again', async () => {
  answer = () => Response.json({ success: false, code: 'muted', error: 'You may not write.' }, { status: 403 })
  sendMessage('citizens', 'one', null)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(states()).toEqual(['one: failed'])
  expect(sent).toHaveLength(1)
})

it('a message that the conversation shows leaves the outbox also where its answer is written after that', () => {
  changeRoom('citizens', () => ({ ...emptyRoom, status: 'ready', messages: [aMessage(7, NOW)], lastNumber: 7 }))
  const late: Outgoing = {
    ...{ clientId: 'a', room: 'citizens', text: 'one', replyTo: null, images: [], at: NOW },
    ...{ state: 'sent', retries: 0, problem: null, code: null, passing: false, heldUntil: null, number: 7 },
  }
  putOutgoing(late)
  expect(states()).toEqual([])
})

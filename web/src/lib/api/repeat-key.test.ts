import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import type { JsonCallId } from './client'
import { withRepeatKey } from './repeat-key'

/** Sends a change, which is answered or fails; answers the key that it carried. */
async function keyOf(input: unknown, failure?: ApiError, id: JsonCallId = 'bank.record-funding'): Promise<string> {
  let carried = ''
  const sent = withRepeatKey(id, input, async (key) => {
    carried = key
    if (failure) throw failure
  })
  await sent.catch(() => {})
  return carried
}

const lost = new ApiError(0, 'network', 'Connection error.')
const funding = { amount: '100', reference: 'July' }

const reused = new ApiError(409, 'idempotency_key_reused', 'This Idempotency-Key was already used with another body.')

beforeEach(async () => void (await keyOf(funding)))
afterEach(() => vi.useRealTimers())

it.each([
  ['no answer', lost],
  ['a proxy’s word', new ApiError(502, 'internal', 'Bad gateway')],
  ['a session that ended meanwhile', new ApiError(401, 'unauthenticated', 'Authentication Required')],
  ['the word that its key is known with another body, as after an update,', reused],
  ['too many requests', new ApiError(429, 'rate_limited', 'Too many requests.')],
])('A change that got %s keeps its key when it is sent again', async (_, failure) => {
  const first = await keyOf(funding, failure)
  expect(await keyOf({ ...funding }, failure)).toBe(first)
  expect(await keyOf({ ...funding })).toBe(first)
  expect(await keyOf(funding)).not.toBe(first)
})

it('A change that was refused, or is another one, has a key of its own; the first one keeps its key meanwhile', async () => {
  const refused = await keyOf(funding, new ApiError(400, 'amount_invalid', 'Please enter a valid amount'))
  const first = await keyOf(funding, lost)
  expect(first).not.toBe(refused)
  const other = await keyOf({ ...funding, amount: '200' }, lost)
  expect(other).not.toBe(first)
  expect(await keyOf(funding)).toBe(first)
})

it('A change that sets a state has a new key each time: it may have been turned back meanwhile', async () => {
  const call = 'system.set-feature'
  const on = await keyOf({ on: true }, lost, call)
  expect(await keyOf({ on: true }, undefined, call)).not.toBe(on)
})

it('After an hour it is a new change', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await keyOf(funding, lost)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await keyOf(funding)).not.toBe(first)
})

it('Where the key is known with another body, one reads that it may have been made', async () => {
  await keyOf(funding, lost)
  const sent = withRepeatKey('bank.record-funding', funding, () => Promise.reject(reused))
  await expect(sent).rejects.toMatchObject({
    code: 'idempotency_key_reused',
    sentence: 'It may have been made already. Please look at the list. The same can be made again in an hour.',
  })
})

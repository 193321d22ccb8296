import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../live/live'
import { queryClient } from './query'
import { refreshOnFirstEvent } from './refresh-on-first-event'

beforeEach(() => queryClient.clear())
afterEach(() => {
  vi.doUnmock('./refresh-on-events')
  vi.resetModules()
})

/** Hears events, while the answers to two calls are on screen. */
async function shown() {
  const calls = { 'tasks.list': vi.fn(() => Promise.resolve(1)), 'bank.get-data': vi.fn(() => Promise.resolve(1)) }
  for (const [id, queryFn] of Object.entries(calls)) {
    new QueryObserver(queryClient, { queryKey: [id, {}], queryFn }).subscribe(() => {})
  }
  await vi.waitFor(() => expect(calls['bank.get-data']).toHaveBeenCalledTimes(1))
  let tell: (event: LiveEvent) => void = () => {}
  refreshOnFirstEvent((listener) => (tell = listener))
  return { calls, tell: (kind: string) => tell({ id: 1, kind, subject: null, at: 0, facts: {} } as LiveEvent) }
}

it('The first event is not lost while the code comes that knows what it makes stale, nor are those that follow', async () => {
  const { calls, tell } = await shown()
  tell('bank.total-changed')
  await vi.waitFor(() => expect(calls['bank.get-data']).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  expect(calls['tasks.list']).toHaveBeenCalledTimes(1)
})

it('Whatever was read is read again where that code does not come', async () => {
  vi.doMock('./refresh-on-events', () => {
    throw new Error('offline')
  })
  const { calls, tell } = await shown()
  tell('bank.total-changed')
  await vi.waitFor(() => expect(calls['tasks.list']).toHaveBeenCalledTimes(2), { timeout: 5_000 })
})

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../live/live'
import { queryClient } from './query'
import { refreshOnFirstEvent } from './refresh-on-first-event'

beforeEach(() => queryClient.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.doUnmock('./refresh-on-events')
  vi.resetModules()
})

/** Hears events, while the answers to three calls are on screen. */
async function shown() {
  const read = () => vi.fn(() => Promise.resolve(1))
  const calls = { 'tasks.list': read(), 'bank.get-data': read(), 'broadcast.get-active': read() }
  for (const [id, queryFn] of Object.entries(calls)) {
    new QueryObserver(queryClient, { queryKey: [id, {}], queryFn }).subscribe(() => {})
  }
  await vi.waitFor(() => expect(calls['broadcast.get-active']).toHaveBeenCalledTimes(1), { timeout: 15_000 })
  let tell: (event: LiveEvent) => void = () => {}
  refreshOnFirstEvent((listener) => (tell = listener))
  return { calls, tell: (kind: string) => tell({ id: 1, kind, subject: null, at: 0, facts: {} } as LiveEvent) }
}

it('The first event is not lost while the code comes that knows what it makes stale, nor are those that follow', async () => {
  const { calls, tell } = await shown()
  tell('bank.total-changed')
  tell('broadcasts.created')
  for (const id of ['bank.get-data', 'broadcast.get-active'] as const)
    await vi.waitFor(() => expect(calls[id]).toHaveBeenCalledTimes(2), { timeout: 15_000 })
  expect(calls['tasks.list']).toHaveBeenCalledTimes(1)
})

it('Where that code does not come, whatever was read is read again: once for many events, and not at once', async () => {
  vi.doMock('./refresh-on-events', () => {
    throw new Error('offline')
  })
  const { calls, tell } = await shown()
  const reset = vi.spyOn(Math, 'random').mockReturnValue(0)
  for (let count = 0; count < 3; count++) tell('bank.total-changed')
  // By now the code has failed to come, and one more event has asked for it.
  await vi.waitFor(() => expect(reset).toHaveBeenCalled(), { timeout: 15_000 })
  tell('bank.total-changed')
  expect(calls['tasks.list']).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(calls['tasks.list']).toHaveBeenCalledTimes(2), { timeout: 15_000 })
  expect(reset).toHaveBeenCalledTimes(1)
})

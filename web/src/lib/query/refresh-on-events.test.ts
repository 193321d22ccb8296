import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from './query'
import { refreshOnReset } from './refresh-on-events'

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
})
afterEach(() => vi.useRealTimers())

it('Events that were missed make whatever was read be read again: once, at a moment of each browser’s own', async () => {
  const [shown, kept] = [vi.fn(() => Promise.resolve(1)), vi.fn(() => Promise.resolve(1))]
  const leave = new QueryObserver(queryClient, { queryKey: ['system.stats', {}], queryFn: shown }).subscribe(() => {})
  await queryClient.prefetchQuery({ queryKey: ['polls.list', {}], queryFn: kept })
  const listeners: (() => void)[] = []
  refreshOnReset((listener) => listeners.push(listener))
  expect([shown.mock.calls.length, kept.mock.calls.length]).toEqual([1, 1])
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const listener of [...listeners, ...listeners]) listener()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown).toHaveBeenCalledTimes(2)
  // What is not on screen is read again when it is shown.
  expect(kept).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryState(['polls.list', {}])?.isInvalidated).toBe(true)
  chance.mockRestore()
  leave()
})

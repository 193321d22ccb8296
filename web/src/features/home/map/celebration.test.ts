import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../../lib/live/live'
import { clearServerTime } from '../../../lib/server-time'
import { useToasts } from '../../../ui/toasts/toast'
import { celebrationOf, useCelebrations } from './celebration'

/** The listeners to events at the moment. */
const listeners = vi.hoisted(() => new Set<(event: LiveEvent) => void>())

vi.mock('../../../lib/live/live', async (original) => ({
  ...(await original<object>()),
  onLiveEvent(listener: (event: LiveEvent) => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

const NOW = Date.UTC(2026, 1, 5, 15)
const joined: LiveEvent = { id: 7, kind: 'citizens.joined', subject: 'a', facts: { username: 'Vera Votes' }, at: NOW }

describe('a celebration', () => {
  it('names the new citizen, in words that chance picks', () => {
    const said = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((chance) => celebrationOf(joined, NOW, chance))
    for (const words of said) expect(words).toContain('Vera Votes')
    expect(new Set(said).size).toBe(said.length)
  })

  it('is for joining alone', () => {
    expect(celebrationOf({ ...joined, kind: 'elections.voted' }, NOW, 0)).toBeNull()
  })

  it('is for what has just happened, not for what a tab slept through', () => {
    expect(celebrationOf({ ...joined, at: NOW - 60_000 }, NOW, 0)).not.toBeNull()
    expect(celebrationOf({ ...joined, at: NOW - 60_001 }, NOW, 0)).toBeNull()
  })

  it('welcomes a citizen whose name is not in the event', () => {
    expect(celebrationOf({ ...joined, facts: {} }, NOW, 0)).toContain('A new citizen')
  })
})

describe('an open home page', () => {
  beforeEach(() => {
    clearServerTime()
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'performance'] })
    useToasts.setState({ toasts: [] })
  })
  afterEach(() => void vi.useRealTimers())

  const happens = (event: LiveEvent) => listeners.forEach((listener) => listener(event))
  const announced = () => useToasts.getState().toasts

  it('celebrates a new citizen for seven seconds, with fireworks, and stops with the page', () => {
    const onJoin = vi.fn()
    const { unmount } = renderHook(() => useCelebrations(onJoin))
    happens(joined)
    expect(announced()).toMatchObject([{ kind: 'success', duration: 7000 }])
    expect(announced()[0]!.message).toContain('Vera Votes')
    expect(onJoin).toHaveBeenCalledTimes(1)
    unmount()
    expect(listeners.size).toBe(0)
  })

  it('takes a breath between two, however many join at once', () => {
    const onJoin = vi.fn()
    renderHook(() => useCelebrations(onJoin))
    for (const at of [NOW, NOW, NOW]) happens({ ...joined, at })
    expect(onJoin).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1500)
    happens(joined)
    expect(onJoin).toHaveBeenCalledTimes(2)
  })
})

import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../live/live'
import { useSession, type OwnProfile } from '../session/session'
import { queryClient } from './query'
import { holdRefreshes } from './hold-refreshes'
import { refreshOnEvents } from './refresh-on-events'
import { refreshOnReset } from './refresh-on-reset'

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
})
afterEach(() => vi.useRealTimers())

it('Events that were missed make whatever was read be read again: once, at a moment of each browser’s own', async () => {
  const [shown, cached] = [vi.fn(() => Promise.resolve(1)), vi.fn(() => Promise.resolve(1))]
  const leave = new QueryObserver(queryClient, { queryKey: ['system.stats', {}], queryFn: shown }).subscribe(() => {})
  await queryClient.prefetchQuery({ queryKey: ['polls.list', {}], queryFn: cached })
  const listeners: (() => void)[] = []
  refreshOnReset((listener) => listeners.push(listener))
  expect([shown.mock.calls.length, cached.mock.calls.length]).toEqual([1, 1])
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const listener of [...listeners, ...listeners]) listener()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown).toHaveBeenCalledTimes(2)
  // What is not on screen is read again when it is shown.
  expect(cached).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryState(['polls.list', {}])?.isInvalidated).toBe(true)
  chance.mockRestore()
  leave()
})

describe('A burst of events', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is answered by one refresh when answers from before it are old, and what came last is read once more', () => {
    const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    let tell: (event: LiveEvent) => void = () => {}
    refreshOnEvents((listener) => (tell = listener))
    const event = (id: number) => tell({ id, kind: 'tasks.created', subject: null, at: 0, facts: {} })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    event(1)
    vi.advanceTimersByTime(499)
    expect(read).not.toHaveBeenCalled()
    event(2)
    vi.advanceTimersByTime(1)
    const once = read.mock.calls.length
    expect(once).toBeGreaterThan(0)
    // The second event came a moment ago: its answer may still be the older one.
    vi.advanceTimersByTime(500)
    expect(read.mock.calls.length).toBe(2 * once)
    vi.advanceTimersByTime(10_000)
    expect(read.mock.calls.length).toBe(2 * once)
  })
})

it('Events that follow one another have at most one page a second read anew of a list of several pages', async () => {
  const read = vi.fn(() => Promise.resolve(1))
  const pages = { queryFn: read, initialPageParam: 0, getNextPageParam: () => 0 }
  const list = new InfiniteQueryObserver(queryClient, { queryKey: ['interviews.responses', {}], ...pages })
  const leave = list.subscribe(() => {})
  for (let page = 0; page < 7; page++) await list.fetchNextPage()
  read.mockClear()
  let tell: (event: LiveEvent) => void = () => {}
  refreshOnEvents((listener) => (tell = listener))
  for (let second = 0; second < 20; second++) {
    tell({ id: second, kind: 'interviews.responded', subject: null, at: 0, facts: {} })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(read).toHaveBeenCalledTimes(3 * 7)
  leave()
})

it('A refresh waits until it is known what the citizen may do now', async () => {
  const read = vi.fn(() => Promise.resolve(1))
  const queryKey = ['government-tasks.get-tasks', {}]
  const leave = new QueryObserver(queryClient, { queryKey, queryFn: read }).subscribe(() => {})
  let tell: (event: LiveEvent) => void = () => {}
  refreshOnEvents((listener) => (tell = listener))
  await vi.advanceTimersByTimeAsync(1)
  const over: (() => void)[] = []
  holdRefreshes(new Promise<void>((resolve) => over.push(resolve)))
  tell({ id: 1, kind: 'government.removed', subject: 'a', at: 0, facts: {} })
  await vi.advanceTimersByTimeAsync(3_000)
  holdRefreshes(new Promise((_, reject) => over.push(() => reject(new Error('unreachable')))))
  over[0]?.()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(read, 'while the second reading is under way').toHaveBeenCalledTimes(1)
  // A profile that could not be read holds nothing up for good.
  over[1]?.()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(read).toHaveBeenCalledTimes(2)
  leave()
})

describe('A summary of one’s own', () => {
  const tellInto = () => {
    let tell: (event: LiveEvent) => void = () => {}
    refreshOnEvents((listener) => (tell = listener))
    return (kind: LiveEvent['kind'], facts = {}) => tell({ id: 1, kind, subject: null, at: 0, facts })
  }
  const timesRead = async (kind: LiveEvent['kind'], facts = {}) => {
    const read = vi.fn(() => Promise.resolve(1))
    const leave = new QueryObserver(queryClient, { queryKey: ['participation.day', {}], queryFn: read }).subscribe(
      () => {},
    )
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const tell = tellInto()
    for (let n = 0; n < 3; n++) tell(kind, facts)
    const times: number[] = []
    for (const ms of [3_000, 6_000, 3_000, 60_000]) {
      await vi.advanceTimersByTimeAsync(ms)
      times.push(read.mock.calls.length - 1)
    }
    chance.mockRestore()
    leave()
    return times
  }

  it('is read at once after an event that few hear, and once within twenty seconds after those that all hear', async () => {
    const { crowding } = await import('@nation/domain/events/manifest')
    expect(crowding).toContain('polls.created')
    expect(crowding).not.toContain('tasks.created')
    expect(await timesRead('tasks.created')).toEqual([1, 1, 1, 1])
    expect(await timesRead('polls.created')).toEqual([0, 0, 1, 1])
  })

  it('is not read after a candidacy, of which a Monday has many; a withdrawn one voids votes', async () => {
    expect(await timesRead('candidates.stood')).toEqual([0, 0, 0, 0])
    expect(await timesRead('candidates.updated')).toEqual([0, 0, 0, 0])
    expect(await timesRead('candidates.withdrawn')).toEqual([0, 0, 1, 1])
  })

  it('is read after the first candidacy for an office, and after one that moves there or was the last elsewhere', async () => {
    expect(await timesRead('candidates.stood', { first: true })).toEqual([0, 0, 1, 1])
    expect(await timesRead('candidates.updated', { first: true })).toEqual([0, 0, 1, 1])
    expect(await timesRead('candidates.updated', { last: true })).toEqual([0, 0, 1, 1])
  })

  it('is not the overview of what is open: it is read after each candidacy and each edit, which may have moved one', async () => {
    const { staleAfter } = await import('@nation/domain/events/manifest')
    for (const kind of ['candidates.stood', 'candidates.updated', 'candidates.withdrawn'] as const) {
      expect(staleAfter[kind], kind).toContain('participation.overview')
    }
  })

  it('of the nation, the number of citizens, is not read again by each browser when someone joins', async () => {
    const { staleAfter } = await import('@nation/domain/events/manifest')
    expect(staleAfter['citizens.joined']).not.toContain('citizens.newest')
    expect(staleAfter['citizens.left']).toContain('citizens.newest')
  })

  it('is read at once after an event of the bank by administrators, and by no other citizen', async () => {
    const signIn = (isAdmin: boolean) =>
      useSession.setState({
        status: 'signed-in',
        user: { isAdmin, isSuperAdmin: false, governmentRole: null } as OwnProfile,
      })
    const ofAdministrators = [
      'bank.total-changed',
      'bank.cycle-started',
      'bank.funding-recorded',
      'bank.cycle-paid',
      'bank.payments-settled',
    ] as const
    for (const kind of ofAdministrators) {
      signIn(true)
      expect(await timesRead(kind), kind).toEqual([1, 1, 1, 1])
      signIn(false)
      expect(await timesRead(kind), kind).toEqual([0, 0, 0, 0])
      useSession.setState({ status: 'signed-out', user: null })
      expect(await timesRead(kind), kind).toEqual([0, 0, 0, 0])
    }
  })

  it('is read by the president, too, once the bank pays other offices: a vacant one that it pays is missed', async () => {
    const user = { isAdmin: false, isSuperAdmin: false, governmentRole: 'president' } as OwnProfile
    useSession.setState({ status: 'signed-in', user })
    expect(await timesRead('bank.percentages-changed')).toEqual([0, 0, 1, 1])
    useSession.setState({ status: 'signed-out', user: null })
  })
})

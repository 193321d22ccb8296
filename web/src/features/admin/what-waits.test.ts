import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Replica, ReplicaState } from '../../lib/replica'
import { useReplica, none } from './replica/use-replica'
import { usePanel } from './panel-session'
import { watchWaits, type Waits } from './what-waits'

const jobs = { stuck: 0, asked: 0 }
const askJobs = () => {
  jobs.asked++
  return Promise.resolve({ jobs: [{ stuck: jobs.stuck }, { stuck: 1 }] })
}

let chat: object[]
let heard: Waits[]
let stop: () => void

/** The copy of an administrator whose handle is Ada_Citizen. */
function aCopy(entries: object[] = []) {
  const replica = {
    ...{ me: 'a1', nation: 'one' },
    get: () => ({ id: 'a1', twitterUsername: 'Ada_Citizen' }),
    rows: () => chat,
  } as unknown as Replica
  const state = { notice: null, filled: true, loading: false, otherEntries: 0 } as unknown as ReplicaState
  useReplica.setState({ replica, state, entries: entries as never, version: useReplica.getState().version + 1 })
}

const says = (text: string, over: object = {}) =>
  chat.push({ id: String(chat.length + 1), sender: 'b1', text, sentAt: 0, deletedAt: null, ...over })

const starts = () => (stop = watchWaits('here', (waits) => heard.push(waits), askJobs))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(jobs, { stuck: 0, asked: 0 })
  chat = []
  heard = []
  starts()
})
afterEach(() => {
  stop()
  useReplica.setState(none)
  usePanel.setState({ token: null })
  vi.useRealTimers()
  localStorage.clear()
})

it('Changes that need a decision are counted, and those that only wait are not', async () => {
  aCopy([{ state: { is: 'conflict' } }, { state: { is: 'waiting' } }, { state: { is: 'unknown' } }])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([{ failedJobs: null, conflicts: 2, mentions: 0, unsent: 3 }])
})

it('Messages that mention the administrator are counted, but not their own, deleted or older ones', async () => {
  says('@ada_citizen, last week.')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  says('@ada_citizen, please look.')
  says('To @ada_citizens and ada@ada_citizen.example')
  says('@ada_citizen and I', { sender: 'a1' })
  says('@ada_citizen, no.', { deletedAt: 1 })
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard.at(-1)).toEqual({ failedJobs: null, conflicts: 0, mentions: 1, unsent: 0 })
})

it('Mentions that came while the console was closed are counted at its next start, whatever the clock says', async () => {
  vi.setSystemTime(Date.UTC(2026, 10, 20))
  says('Good morning.')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  useReplica.setState(none)
  says('@ada_citizen, please look.')
  vi.setSystemTime(Date.UTC(2026, 10, 19))
  heard = []
  starts()
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard.at(-1)?.mentions).toBe(1)
})

it('Who looks at the chat has seen what is in it, also in another window and after a restart', async () => {
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  const other: Waits[] = []
  const stopOther = watchWaits('here', (waits) => other.push(waits), askJobs)
  says('@ada_citizen, please look.')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([heard.at(-1)?.mentions, other.at(-1)?.mentions]).toEqual([1, 1])
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  history.replaceState(null, '', '/admin?tab=chat')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([heard.at(-1)?.mentions, other.at(-1)?.mentions]).toEqual([0, 0])
  stopOther()
  starts()
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard.at(-1)?.mentions).toBe(0)
})

it('What another administrator looked at here is not taken for what this one has seen', async () => {
  says('Good morning.')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(localStorage.getItem('replica chat here')).toMatch(/^1 \S+ a1$/)
  localStorage.setItem('replica chat here', localStorage.getItem('replica chat here')!.replace(' a1', ' a2'))
  stop()
  starts()
  says('@ada_citizen, please look.')
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  // Where it is not known, what is there counts as seen.
  expect(localStorage.getItem('replica chat here')).toMatch(/^2 \S+ a1$/)
})

it('Changes that were not sent are counted, with those of other administrators; those in memory alone are not', async () => {
  aCopy([{ state: { is: 'waiting' } }, { state: { is: 'conflict' } }])
  useReplica.setState({ state: { notice: null, otherEntries: 3 } as ReplicaState })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard.at(-1)?.unsent).toBe(5)
  for (const [notice, count] of [
    ['wrongKey', null],
    ['noKey', 0],
  ] as const) {
    useReplica.setState({ state: { notice, otherEntries: 0 } as ReplicaState })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard.at(-1)?.unsent).toBe(count)
  }
})

it('Failed jobs are asked for with the panel’s password alone, and again every minute', async () => {
  await vi.advanceTimersByTimeAsync(120_000)
  expect(jobs.asked).toBe(0)
  usePanel.setState({ token: 'token', adminId: 'a1' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heard).toEqual([{ failedJobs: 1, conflicts: 0, mentions: null, unsent: null }])
  jobs.stuck = 2
  await vi.advanceTimersByTimeAsync(62_000)
  expect(heard.at(-1)).toEqual({ failedJobs: 3, conflicts: 0, mentions: null, unsent: null })
})

it('Unchanged counts are not reported again', async () => {
  aCopy()
  await vi.advanceTimersByTimeAsync(10_000)
  aCopy()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).toHaveLength(1)
})

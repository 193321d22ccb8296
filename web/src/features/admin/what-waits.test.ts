import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Replica, ReplicaState } from '../../lib/replica'
import { serverNow } from '../../lib/server-time'
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
    me: 'a1',
    get: () => ({ id: 'a1', twitterUsername: 'Ada_Citizen' }),
    rows: () => chat,
  } as unknown as Replica
  useReplica.setState({ replica, entries: entries as never, version: useReplica.getState().version + 1 })
}

const says = (text: string, over: object = {}) =>
  chat.push({ id: String(chat.length), sender: 'b1', text, sentAt: serverNow() + 5_000, deletedAt: null, ...over })

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(jobs, { stuck: 0, asked: 0 })
  chat = []
  heard = []
  stop = watchWaits((waits) => heard.push(waits), askJobs)
})
afterEach(() => {
  stop()
  useReplica.setState(none)
  usePanel.setState({ token: null })
  vi.useRealTimers()
})

it('Changes that need a decision are counted, and those that only wait are not', async () => {
  aCopy([{ state: { is: 'conflict' } }, { state: { is: 'waiting' } }, { state: { is: 'unknown' } }])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([{ failedJobs: 0, conflicts: 2, mentions: 0, unsent: null }])
})

it('Messages that mention the administrator are counted, but not their own, deleted or older ones', async () => {
  says('@ada_citizen, please look.')
  says('To @ada_citizens and ada@ada_citizen.example')
  says('@ada_citizen and I', { sender: 'a1' })
  says('@ada_citizen, no.', { deletedAt: 1 })
  says('@ada_citizen, last week.', { sentAt: serverNow() - 1 })
  aCopy()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([{ failedJobs: 0, conflicts: 0, mentions: 1, unsent: null }])
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
  expect(heard).toEqual([{ failedJobs: 1, conflicts: 0, mentions: 0, unsent: null }])
  jobs.stuck = 2
  await vi.advanceTimersByTimeAsync(62_000)
  expect(heard.at(-1)).toEqual({ failedJobs: 3, conflicts: 0, mentions: 0, unsent: null })
})

it('Unchanged counts are not reported again', async () => {
  aCopy()
  await vi.advanceTimersByTimeAsync(10_000)
  aCopy()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).toEqual([])
})

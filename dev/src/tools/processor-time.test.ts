import { expect, it } from 'vitest'
import { blockingTime, shortenToProcessorTime } from './processor-time'
import type { TraceEvent } from './processor-time'

const main = { pid: 1, tid: 1, ph: 'X' }
const painted: TraceEvent = { name: 'firstContentfulPaint', ph: 'R', pid: 1, tid: 1, ts: 900 }

it('shortens tasks of the main thread to what a processor worked on them, and what is in them in proportion', () => {
  const waited = { ...main, name: 'RunTask', ts: 1_000, dur: 40_000, tdur: 10_000 }
  const inside = { ...main, name: 'FunctionCall', ts: 21_000, dur: 20_000, tdur: 9_000 }
  const worked = { ...main, name: 'RunTask', ts: 50_000, dur: 8_000, tdur: 8_000 }
  const untold = { ...main, name: 'RunTask', ts: 60_000, dur: 2_000 }
  const between = { ...main, name: 'ResourceFinish', ph: 'I', ts: 45_000 }
  const elsewhere = { ...waited, tid: 2 }
  const events = [painted, inside, waited, worked, untold, between, elsewhere]
  expect(shortenToProcessorTime(events)).toEqual({ clock: 50, processor: 20 })
  expect(
    [waited, inside, worked, untold, between, elsewhere].map(({ ts, dur }: Partial<TraceEvent>) => [ts, dur]),
  ).toEqual([
    [1_000, 10_000],
    [6_000, 5_000],
    [50_000, 8_000],
    [60_000, 2_000],
    [45_000, undefined],
    [1_000, 40_000],
  ])
})

it('never lengthens a task', () => {
  const task = { ...main, name: 'RunTask', ts: 0, dur: 5_000, tdur: 5_004 }
  shortenToProcessorTime([painted, task])
  expect(task.dur).toBe(5_000)
})

it('refuses a page that painted nothing', () => {
  expect(() => shortenToProcessorTime([])).toThrow('painted nothing')
})

it('adds up what each task since the first paint takes over 50 ms on a slower machine', () => {
  const task = (ts: number, dur: number): TraceEvent => ({ ...main, name: 'RunTask', ts, dur })
  const events = [
    task(0, 90_000),
    painted,
    task(1_000, 9_000),
    task(20_000, 6_000),
    { ...task(30_000, 90_000), tid: 2 },
  ]
  expect(blockingTime(events, 10)).toBe(40 + 10)
})

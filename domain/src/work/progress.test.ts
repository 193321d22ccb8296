import { describe, expect, it } from 'vitest'
import { progressOf, type WorkFacts } from './progress'

const startedAt = new Date('2026-01-06T12:00:00.000Z')
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
const work = (facts: Partial<WorkFacts>): WorkFacts => ({
  state: 'running',
  total: 1_000,
  done: 0,
  startedAt,
  updatedAt: after(10),
  ...facts,
})

describe('The progress of long work', () => {
  it('is its share, its rate and what is left at that rate', () => {
    expect(progressOf(work({ done: 250 }))).toEqual({ percentage: 25, perSecond: 25, remainingSeconds: 30 })
  })

  it('is unknown where the total is unknown, and its rate is not', () => {
    const progress = { percentage: null, perSecond: 5, remainingSeconds: null }
    expect(progressOf(work({ total: null, done: 50 }))).toEqual(progress)
  })

  it('has no rate before anything is done', () => {
    expect(progressOf(work({}))).toEqual({ percentage: 0, perSecond: null, remainingSeconds: null })
  })

  it('is 100 only when the work is over', () => {
    expect(progressOf(work({ done: 1_000 })).percentage).toBe(99.9)
    expect(progressOf(work({ done: 999, total: 1_000_000 })).percentage).toBe(0)
    expect(progressOf(work({ state: 'done', done: 7, total: 7 }))).toMatchObject({
      percentage: 100,
      remainingSeconds: 0,
    })
  })
})

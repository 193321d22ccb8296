import { describe, expect, it } from 'vitest'
import { failuresByHour, paidByCycle, turnoutByElection } from './series'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const HOUR = 3_600_000

describe('series of the dashboard', () => {
  it('has each of the last 24 hours once, those without a failure, too', () => {
    const jobs = [
      { hours: [{ at: NOW - 80 * 60_000, done: 4, failed: 2 }] },
      {
        hours: [
          { at: NOW - 80 * 60_000, done: 0, failed: 1 },
          { at: NOW - 30 * HOUR, done: 0, failed: 9 },
        ],
      },
    ]
    const points = failuresByHour(jobs, NOW)
    expect(points).toHaveLength(24)
    expect(new Set(points.map(({ label }) => label)).size).toBe(24)
    expect(points.at(-1)).toEqual({ label: '15:00 UTC', value: 0 })
    expect(points.at(-2)).toEqual({ label: '14:00 UTC', value: 3 })
    expect(points.reduce((all, { value }) => all + value, 0)).toBe(3)
  })

  it('keeps the last millisecond of an hour in that hour', () => {
    const end = Date.UTC(2026, 10, 18, 23, 59, 59, 999)
    const points = failuresByHour([{ hours: [{ at: end, done: 0, failed: 1 }] }], end)
    expect(points.at(-1)).toEqual({ label: '23:00 UTC', value: 1 })
  })

  it('goes from the oldest to the newest, without what was not counted', () => {
    const turnout = { voters: 3, eligible: 4, percent: 75 }
    const election = (startsAt: number, counted: boolean) =>
      ({ startsAt, turnout: counted ? turnout : null }) as Parameters<typeof turnoutByElection>[0][number]
    const weeks = [Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 11), Date.UTC(2026, 10, 9), Date.UTC(2026, 10, 2)]
    const points = turnoutByElection(weeks.map((at, place) => election(at, place > 0)))
    expect(points.map(({ label }) => label)).toEqual(['Week 45, 2026', 'Week 46, 2026', '11 Nov 2026'])
    expect(points.map(({ value }) => value)).toEqual([75, 75, 75])
    const cycles = [2, 1].map((number) => ({ number, paid: number * 10 }))
    expect(paidByCycle(cycles)).toEqual([
      { label: 'Cycle 1', value: 10 },
      { label: 'Cycle 2', value: 20 },
    ])
  })
})

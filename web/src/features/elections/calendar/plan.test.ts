import { canPlan, datesOf } from '@nation/domain/elections'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planned, planProblems, typedOf } from './plan'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const running = { startsAt: Date.UTC(2026, 10, 16), endsAt: Date.UTC(2026, 10, 23) }

const plan = (from: number, to: number, turn?: number) => ({
  startsAt: typedOf(from),
  endsAt: typedOf(to),
  phaseTwoAt: turn === undefined ? '' : typedOf(turn),
})
const week = [running.endsAt, running.endsAt + 7 * DAY] as const

describe('planning an election', () => {
  it('takes the week after the running one, which it touches and does not overlap', () => {
    expect(planProblems(plan(...week), NOW, [running])).toEqual({})
    expect(planned(plan(...week))?.phaseTwoAt).toBe(running.endsAt + 3.5 * DAY)
  })

  it('says which election it would overlap', () => {
    expect(planProblems(plan(running.endsAt - HOUR, week[1]), NOW, [running])).toEqual({
      startsAt: 'Overlaps the election from Mon 16 Nov, 00:00 UTC to Mon 23 Nov, 00:00 UTC.',
    })
  })

  it('says by when it must open and close', () => {
    expect(planProblems(plan(NOW + 29 * DAY, NOW + 30 * DAY), NOW, [])).toEqual({
      startsAt: 'At most 28 days ahead: until Wed 16 Dec, 15:20 UTC.',
    })
    expect(planProblems(plan(NOW - HOUR, NOW + DAY), NOW, [])).toEqual({
      startsAt: 'An election cannot open in the past.',
    })
    expect(planProblems(plan(NOW + DAY - HOUR, NOW + 3 * DAY), NOW, [])).toEqual({
      startsAt: 'A day of notice: from Thu 19 Nov, 15:20 UTC on.',
    })
    expect(planProblems(plan(week[0], week[0] + 15 * DAY), NOW, [])).toEqual({
      endsAt: 'It lasts at most 14 days: until Mon 7 Dec, 00:00 UTC.',
    })
    expect(planProblems(plan(week[0], week[0] + HOUR / 2), NOW, [])).toEqual({
      endsAt: 'It lasts at least 24 hours.',
    })
    expect(planProblems(plan(week[1], week[0]), NOW, [])).toEqual({ endsAt: 'It closes after it opens.' })
  })

  it('has the ministries open inside of it', () => {
    const said = {
      phaseTwoAt: 'The ministries open at least 12 hours after the opening, and as long before the close.',
    }
    expect(planProblems(plan(...week, week[0]), NOW, [])).toEqual(said)
    expect(planProblems(plan(...week, week[0] + 11 * HOUR), NOW, [])).toEqual(said)
    expect(planProblems(plan(...week, week[1] - 11 * HOUR), NOW, [])).toEqual(said)
    expect(planProblems(plan(...week, week[0] + 12 * HOUR), NOW, [])).toEqual({})
  })

  it('asks for what is missing', () => {
    expect(planProblems({ startsAt: '', endsAt: 'soon', phaseTwoAt: '' }, NOW, [])).toEqual({
      startsAt: 'Please give a date and a time.',
      endsAt: 'Please give a date and a time.',
    })
  })

  it('finds something wrong exactly when the nation would refuse', () => {
    const minutes = (days: number) => fc.integer({ min: -days * 1440, max: days * 1440 }).map((at) => at * 60_000)
    fc.assert(
      fc.property(minutes(31), minutes(16), fc.option(minutes(16), { nil: undefined }), (ahead, length, turn) => {
        const from = NOW + ahead
        const typed = plan(from, from + length, turn === undefined ? undefined : from + turn)
        const { startsAt, phaseTwoAt, endsAt } = planned(typed)!
        const dates = datesOf(new Date(startsAt), new Date(endsAt), new Date(phaseTwoAt))
        const others = [{ startsAt: new Date(running.startsAt), endsAt: new Date(running.endsAt) }]
        const verdict = canPlan(dates, new Date(NOW), others)
        expect(Object.keys(planProblems(typed, NOW, [running])).length === 0).toBe(verdict.allowed)
      }),
    )
  })
})

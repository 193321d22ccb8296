import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { electionLimits } from './constants'
import { positionIds } from './positions'
import {
  canPlan,
  datesOf,
  gapAt,
  nextInstant,
  nextOpening,
  overlap,
  phaseAt,
  statusAt,
  votingSpan,
  weekOf,
} from './schedule'

const instant = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const day = 86_400_000

describe('The election week', () => {
  it('runs from Monday 00:00 UTC to the next, and turns at Thursday 12:00', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const { startsAt, phaseTwoAt, endsAt } = weekOf(now)
        expect(startsAt <= now && now < endsAt).toBe(true)
        expect(startsAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
        expect([startsAt.getUTCDay(), phaseTwoAt.getUTCDay(), endsAt.getUTCDay()]).toEqual([1, 4, 1])
        expect(phaseTwoAt.toISOString()).toMatch(/T12:00:00\.000Z$/)
        expect(endsAt.getTime() - startsAt.getTime()).toBe(7 * day)
      }),
    )
  })

  it('gives every instant exactly one phase, in which exactly the positions of that phase take votes', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const week = weekOf(now)
        const phase = phaseAt(week, now)
        const open = positionIds.filter((id) => {
          const { from, to } = votingSpan(week, id)
          return from <= now && now < to
        })
        expect(open).toHaveLength(phase === 'phase_one' ? 3 : 6)
      }),
    )
  })

  it('is half-open: the closing instant belongs to what comes next', () => {
    const week = weekOf(new Date('2026-01-06T12:00:00Z'))
    expect(phaseAt(week, new Date('2026-01-08T11:59:59.999Z'))).toBe('phase_one')
    expect(phaseAt(week, new Date('2026-01-08T12:00:00.000Z'))).toBe('phase_two')
    expect(phaseAt(week, new Date('2026-01-12T00:00:00.000Z'))).toBe('completed')
    expect(statusAt(week, new Date('2026-01-04T23:59:59.999Z'))).toBe('upcoming')
    expect(statusAt(week, new Date('2026-01-05T00:00:00.000Z'))).toBe('active')
    expect(statusAt(week, new Date('2026-01-12T00:00:00.000Z'))).toBe('past')
    expect(nextInstant(week, week.startsAt)).toEqual(week.phaseTwoAt)
    expect(nextInstant(week, week.endsAt)).toBeNull()
  })
})

describe('The election that fills a gap', () => {
  const planned = fc
    .array(fc.tuple(fc.integer({ min: -20 * 24, max: 20 * 24 }), fc.integer({ min: 1, max: 14 * 24 })), {
      maxLength: 6,
    })
    .map((spans) =>
      spans.map(([start, hours]) => {
        const base = Date.parse('2026-01-07T09:00:00Z')
        return { startsAt: new Date(base + start * 3_600_000), endsAt: new Date(base + (start + hours) * 3_600_000) }
      }),
    )

  it('covers the instant, stays inside the regular week, overlaps nothing and is not too short', () => {
    fc.assert(
      fc.property(planned, (taken) => {
        const now = new Date('2026-01-07T09:00:00Z')
        const gap = gapAt(now, taken)
        if (!gap) return
        const week = weekOf(now)
        expect(gap.startsAt <= now && now < gap.endsAt).toBe(true)
        expect(gap.startsAt >= week.startsAt && gap.endsAt <= week.endsAt).toBe(true)
        expect(gap.endsAt.getTime() - gap.startsAt.getTime()).toBeGreaterThanOrEqual(electionLimits.shortestGap)
        expect(gap.phaseTwoAt > gap.startsAt && gap.phaseTwoAt < gap.endsAt).toBe(true)
        expect(taken.filter((one) => overlap(one, gap))).toEqual([])
      }),
    )
  })

  it('is never shorter, nor begins within an hour of a cancellation that decides where it begins', () => {
    const cancellations = fc.array(fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 300 })), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(planned, cancellations, (taken, spans) => {
        const now = new Date('2026-01-07T09:00:00Z')
        const cancelled = spans.map(([start, minutes]) => {
          const startsAt = new Date(now.getTime() + start * 3_600_000)
          const cancelledAt = new Date(Math.min(now.getTime(), startsAt.getTime()) - minutes * 60_000)
          return { startsAt, endsAt: new Date(startsAt.getTime() + day), cancelledAt }
        })
        const gap = gapAt(now, taken, cancelled)
        if (!gap) return
        expect(gap.startsAt <= now && now < gap.endsAt).toBe(true)
        expect(gap.endsAt.getTime() - gap.startsAt.getTime()).toBeGreaterThanOrEqual(electionLimits.shortestGap)
        // Where it would begin without cancellations, and those that an hour before still stood in the way of that.
        const from = gapAt(now, taken)!.startsAt
        const late = cancelled.filter(
          (one) =>
            one.cancelledAt.getTime() + 3_600_000 > from.getTime() &&
            gapAt(from, [...taken, one])?.startsAt.getTime() !== from.getTime(),
        )
        const hours = late.map(({ cancelledAt }) => cancelledAt.getTime() + 3_600_000)
        expect(gap.startsAt.getTime()).toBe(Math.max(from.getTime(), ...hours))
      }),
    )
  })

  const { startsAt: monday, endsAt } = weekOf(new Date('2026-01-14T09:00:00Z'))
  const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)
  const before = { startsAt: hours(-168), endsAt: monday }

  it('begins an hour after the cancellation that made room for it, and is never put off twice', () => {
    const behindGap = { startsAt: hours(12), endsAt: hours(60), cancelledAt: hours(11) }
    expect(gapAt(hours(11), [before], [behindGap])).toBeNull()
    expect(gapAt(hours(12), [before], [behindGap])).toEqual(datesOf(hours(12), endsAt))
    // What was cancelled for other days, or an hour before the gap began, puts nothing off.
    const others = [
      { startsAt: hours(48), endsAt: hours(72), cancelledAt: hours(12) },
      { startsAt: hours(12), endsAt: hours(60), cancelledAt: hours(-1) },
    ]
    expect(gapAt(hours(12), [before], [behindGap, ...others])).toEqual(datesOf(hours(12), endsAt))
    expect(gapAt(hours(12), [before], others)).toEqual(datesOf(monday, endsAt))
  })

  it.each([59 / 60, 1 / 3600])('is put off by a cancellation %d hours before it would begin, too', (ahead) => {
    const opens = hours(1 - ahead)
    for (const cancelled of [
      { startsAt: hours(12), endsAt: hours(60), cancelledAt: hours(-ahead) },
      { startsAt: hours(-ahead / 2), endsAt: hours(60), cancelledAt: hours(-ahead) },
    ]) {
      const taken = [{ startsAt: hours(-168), endsAt: monday }]
      expect(gapAt(monday, taken, [cancelled])).toBeNull()
      expect(gapAt(opens, taken, [cancelled])).toEqual(datesOf(opens, endsAt))
    }
  })

  it('is left out where it would be too short once it is put off', () => {
    const sunday = hours(144)
    const taken = [{ startsAt: monday, endsAt: sunday }]
    const cancelled = { startsAt: hours(166), endsAt: hours(190), cancelledAt: hours(165) }
    expect(gapAt(hours(166), taken, [cancelled])).toBeNull()
    expect(gapAt(sunday, taken)).toEqual(datesOf(sunday, endsAt))
  })

  it('begins an hour after it was found, where officials are in office and it was found later than that', () => {
    const found = fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }).map((minutes) => hours(minutes / 60))
    fc.assert(
      fc.property(found, (now) => {
        const gap = gapAt(now, [before], [], true)
        const opens = now <= hours(1) ? monday : new Date(now.getTime() + 3_600_000)
        expect(gap).toEqual(now > hours(143) ? null : datesOf(opens, endsAt))
        // Once it is planned, no other one fits before it.
        if (gap) expect(gapAt(now, [before, gap], [], true)).toBeNull()
      }),
    )
    const cancelled = { startsAt: hours(-1), endsAt: hours(60), cancelledAt: hours(-2 / 3) }
    expect(gapAt(hours(1), [before], [cancelled], true)).toEqual(datesOf(hours(1 / 3), endsAt))
    expect(gapAt(hours(2), [before], [cancelled], true)).toEqual(datesOf(hours(3), endsAt))
  })

  it('is the whole regular week when nothing else is planned', () => {
    fc.assert(
      fc.property(instant, (now) => {
        expect(gapAt(now, [])).toEqual(weekOf(now))
      }),
    )
  })
})

describe('The next opening', () => {
  const monday = Date.UTC(2026, 11, 7)
  const hours = (n: number) => new Date(monday + n * 3_600_000)
  const from = (start: number, end: number) => ({ startsAt: hours(start), endsAt: hours(end) })

  it('is the end of the open election, also after two weeks and in the middle of one', () => {
    for (const end of [7 * 24, 14 * 24, 4 * 24]) expect(nextOpening(hours(1), [from(0, end)])).toEqual(hours(end))
  })

  it('is the next Monday where too little of the week is left', () => {
    expect(nextOpening(hours(1), [from(0, 6 * 24 + 6)])).toEqual(hours(7 * 24))
    expect(nextOpening(hours(6 * 24 + 7), [from(0, 6 * 24 + 6)])).toEqual(hours(7 * 24))
  })

  it('is that of the planned election where the gap before it is too short, and else of the gap', () => {
    const running = from(0, 7 * 24)
    expect(nextOpening(hours(1), [running, from(7 * 24 + 12, 10 * 24)])).toEqual(hours(7 * 24 + 12))
    expect(nextOpening(hours(1), [running, from(8 * 24, 10 * 24)])).toEqual(hours(7 * 24))
  })

  it('is an hour after a cancellation that makes the gap begin there', () => {
    const cancelled = { ...from(4 * 24, 7 * 24), cancelledAt: hours(4 * 24 - 0.5) }
    expect(nextOpening(hours(4 * 24 - 0.25), [from(0, 4 * 24)], [cancelled])).toEqual(hours(4 * 24 + 0.5))
    expect(nextOpening(hours(4 * 24 - 0.25), [from(0, 4 * 24)])).toEqual(hours(4 * 24))
  })

  it('is an hour from now where officials are in office and the gap was found late, and Monday where that leaves too little', () => {
    expect(nextOpening(hours(96), [from(-168, 0)], [], true)).toEqual(hours(97))
    expect(nextOpening(hours(144), [from(-168, 0)], [], true)).toEqual(hours(168))
  })

  it('is the first instant at which a gap is filled or a plan begins, whatever the calendar is', () => {
    const half = 30 * 60_000
    const span = fc.record({
      start: fc.integer({ min: -14 * 48, max: 28 * 48 }),
      length: fc.integer({ min: 48, max: 14 * 48 }),
    })
    const dates = ({ start, length }: { start: number; length: number }) => ({
      startsAt: new Date(monday + start * half),
      endsAt: new Date(monday + (start + length) * half),
    })
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 5 }),
        fc.array(fc.tuple(span, fc.nat(48)), { maxLength: 3 }),
        (spans, gone) => {
          const now = new Date(monday)
          const taken = spans
            .map(dates)
            .filter((one, place, all) => !all.slice(0, place).some((other) => overlap(one, other)))
          const cancelled = gone
            .map(([one, ago]) => ({ ...dates(one), cancelledAt: new Date(monday - ago * half) }))
            .filter((one) => one.cancelledAt < one.startsAt)
          let at = now
          const opens = () => taken.some(({ startsAt }) => startsAt > now && startsAt.getTime() === at.getTime())
          while (!opens() && gapAt(at, taken, cancelled) === null) at = new Date(at.getTime() + half)
          const next = nextOpening(now, taken, cancelled)
          expect(next > now ? next : now).toEqual(at)
        },
      ),
    )
  })
})

describe('A planned election', () => {
  const now = new Date('2026-01-06T12:00:00Z')
  const plan = (start: number, length: number, others: { startsAt: Date; endsAt: Date }[] = []) =>
    canPlan(datesOf(new Date(now.getTime() + start), new Date(now.getTime() + start + length)), now, others)

  it('lasts at most 14 days and starts within 28 days, with a day of notice and half a day for each phase', () => {
    expect(plan(day, 14 * day)).toEqual({ allowed: true })
    expect(plan(28 * day, day)).toEqual({ allowed: true })
    for (const [start, length] of [
      [day, 14 * day + 1],
      [28 * day + 1, day],
      [day - 1, day],
      [-1, day],
      [day, day - 2],
      [day, 0],
      [day, -day],
    ] as const) {
      expect(plan(start, length)).toMatchObject({ allowed: false, code: 'election_dates_invalid' })
    }
  })

  it('leaves no position a phase that is over at once', () => {
    const from = new Date(now.getTime() + 2 * day)
    const turn = (after: number) =>
      canPlan(datesOf(from, new Date(from.getTime() + 7 * day), new Date(from.getTime() + after)), now, [])
    expect(turn(day / 2)).toEqual({ allowed: true })
    expect(turn(6.5 * day)).toEqual({ allowed: true })
    expect(turn(1)).toMatchObject({ code: 'election_dates_invalid' })
    expect(turn(day / 2 - 1)).toMatchObject({ code: 'election_dates_invalid' })
    expect(turn(6.5 * day + 1)).toMatchObject({ code: 'election_dates_invalid' })
  })

  it('may touch another election and must not overlap it', () => {
    const other = { startsAt: new Date(now.getTime() + 2 * day), endsAt: new Date(now.getTime() + 4 * day) }
    expect(plan(day, day, [other])).toEqual({ allowed: true })
    expect(plan(4 * day, day, [other])).toEqual({ allowed: true })
    expect(plan(day, day + 1, [other])).toMatchObject({ code: 'election_overlaps' })
  })
})

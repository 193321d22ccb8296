import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateInWords,
  durationInWords,
  durationParts,
  electionName,
  instantInWords,
  isoDay,
  timeAgo,
  weekName,
} from './times'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('times in words', () => {
  it('names the day of an instant in UTC, to its last millisecond', () => {
    expect(isoDay(new Date('2026-01-08T23:59:59.999Z'))).toBe('2026-01-08')
    expect(isoDay(Date.UTC(2026, 0, 9))).toBe('2026-01-09')
  })

  it('splits a duration and never goes below zero', () => {
    expect(durationParts(2 * DAY + 3 * HOUR + 4 * MINUTE + 5_900)).toEqual({
      days: 2,
      hours: 3,
      minutes: 4,
      seconds: 5,
    })
    expect(durationParts(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })

  it('reads a countdown aloud by its two largest units', () => {
    expect(durationInWords(DAY + 2 * HOUR)).toBe('1 day 2 hours')
    expect(durationInWords(61 * MINUTE)).toBe('1 hour 1 minute')
    expect(durationInWords(2 * MINUTE + 30_000)).toBe('2 minutes')
    expect(durationInWords(1_000)).toBe('1 second')
  })

  it('says how long ago as the messages do', () => {
    const now = Date.UTC(2026, 10, 21, 12)
    expect(timeAgo(now - 30_000, now)).toBe('Just now')
    expect(timeAgo(now - 5 * MINUTE, now)).toBe('5m ago')
    expect(timeAgo(now - 5 * HOUR, now)).toBe('5h ago')
    expect(timeAgo(now - 7 * DAY, now)).toBe('7d ago')
    expect(timeAgo(now - 7 * DAY - 1, now)).toBe('14 Nov 2026')
  })

  it('names an instant in the time of the nation', () => {
    expect(instantInWords(Date.UTC(2026, 10, 26, 12))).toBe('Thu 26 Nov, 12:00 UTC')
    expect(instantInWords(Date.UTC(2026, 8, 6, 0, 5))).toBe('Sun 6 Sep, 00:05 UTC')
  })

  it('says what the calendar of the platform says, whatever the instant', () => {
    const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
    const ofPlatform = new Intl.DateTimeFormat('en-GB', options)
    const weekdayOfPlatform = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (at) => {
        expect(dateInWords(at.getTime())).toBe(ofPlatform.format(at).replace('Sept', 'Sep'))
        expect(instantInWords(at.getTime())).toBe(
          `${weekdayOfPlatform.format(at)} ${dateInWords(at.getTime()).slice(0, -5)}, ${at.toISOString().slice(11, 16)} UTC`,
        )
      }),
    )
  })
})

describe('a duration, whatever its length', () => {
  const lengths = fc.integer({ min: -DAY, max: 400 * DAY })

  it('is the sum of its parts, to the second, each smaller than one of the next', () => {
    fc.assert(
      fc.property(lengths, (length) => {
        const { days, hours, minutes, seconds } = durationParts(length)
        expect(days * DAY + hours * HOUR + minutes * MINUTE + seconds * 1000).toBe(
          Math.max(0, Math.floor(length / 1000) * 1000),
        )
        expect([hours < 24, minutes < 60, seconds < 60]).toEqual([true, true, true])
      }),
    )
  })

  it('is read aloud by one or two units, and never as more than one of the next', () => {
    fc.assert(
      fc.property(lengths, (length) => {
        expect(durationInWords(length)).toMatch(
          /^(\d+ days? (1?\d|2[0-3]) hours?|(1?\d|2[0-3]) hours? [1-5]?\d minutes?|[1-5]?\d minutes?|[1-5]?\d seconds?)$/,
        )
        expect(durationInWords(length)).not.toMatch(/\b1 \w+s\b|\b(?!1 )\d+ (day|hour|minute|second)\b/)
      }),
    )
  })
})

describe('how long ago, at its edges', () => {
  const now = Date.UTC(2026, 10, 21, 12)

  it('is just now for a minute, and for what a clock that runs ahead puts into the future', () => {
    expect(timeAgo(now, now)).toBe('Just now')
    expect(timeAgo(now - MINUTE + 1, now)).toBe('Just now')
    expect(timeAgo(now + HOUR, now)).toBe('Just now')
  })

  it('changes its unit with the first whole minute, hour and day', () => {
    expect(timeAgo(now - MINUTE, now)).toBe('1m ago')
    expect(timeAgo(now - HOUR + 1, now)).toBe('59m ago')
    expect(timeAgo(now - HOUR, now)).toBe('1h ago')
    expect(timeAgo(now - DAY + 1, now)).toBe('23h ago')
    expect(timeAgo(now - DAY, now)).toBe('1d ago')
  })

  it('has one of its five forms, whatever the two instants', () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(instants, instants, (instant, later) => {
        expect(timeAgo(instant, later)).toMatch(/^(Just now|[1-7]d ago|\d{1,2}[hm] ago|\d{1,2} \w{3,4} \d{4})$/)
      }),
    )
  })
})

describe('the week of an election', () => {
  it.each([
    ['2025-12-29', 'Week 1, 2026'],
    ['2026-01-05', 'Week 2, 2026'],
    ['2026-12-28', 'Week 53, 2026'],
    ['2027-01-04', 'Week 1, 2027'],
  ])('that starts on %s is %s', (monday, name) => expect(weekName(Date.parse(`${monday}T00:00:00Z`))).toBe(name))

  it('is the week of each of its instants, from Monday 00:00 to Sunday night', () => {
    expect(weekName(Date.parse('2027-01-05T09:00:00Z'))).toBe('Week 1, 2027')
    expect(weekName(Date.parse('2027-01-10T23:59:59.999Z'))).toBe('Week 1, 2027')
    expect(weekName(Date.parse('2027-01-11T00:00:00Z'))).toBe('Week 2, 2027')
  })

  it('names an election that opens with it; another one is named by the date of its opening', () => {
    const name = (startsAt: string) => electionName(Date.parse(startsAt))
    expect(name('2026-11-30T00:00:00Z')).toBe('Week 49, 2026')
    expect(name('2026-12-02T00:00:00Z')).toBe('2 Dec 2026')
    expect(name('2026-11-30T06:00:00Z')).toBe('30 Nov 2026')
    expect(name('2027-01-05T00:00:00Z')).toBe('5 Jan 2027')
  })

  it('is followed by the next number, or by the first of the next year', () => {
    const WEEK = 7 * DAY
    const mondays = fc.integer({ min: 0, max: 6000 }).map((weeks) => Date.UTC(1970, 0, 5) + weeks * WEEK)
    const parts = (monday: number) => /^Week (\d+), (\d+)$/.exec(weekName(monday))!.slice(1).map(Number)
    fc.assert(
      fc.property(mondays, (monday) => {
        const [[week, year], [next, nextYear]] = [parts(monday), parts(monday + WEEK)]
        if (nextYear === year) expect(next).toBe(week! + 1)
        else expect([next, nextYear, [52, 53].includes(week!)]).toEqual([1, year! + 1, true])
      }),
    )
  })
})

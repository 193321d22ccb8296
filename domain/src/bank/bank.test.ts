import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bankSettings,
  canProcessPayment,
  canSetPercentages,
  canStartCycle,
  centsOf,
  cycleInWords,
  dueAfter,
  inForceBefore,
  isBalanced,
  mostCents,
  nightOf,
  paymentStatus,
  plainDollars,
  presetOf,
  salaryPresets,
  splitFunding,
  tidyPercentages,
  treasuryLacksCents,
} from '.'

const day = 86_400_000
const due = Date.UTC(2026, 0, 12, 15)

describe('The countdown', () => {
  it('counts days rounded up: what is left of a day is a day', () => {
    expect(paymentStatus(due, due - 7 * day)).toEqual({ isDue: false, daysUntilPayment: 7 })
    expect(paymentStatus(due, due - 6 * day - 1)).toEqual({ isDue: false, daysUntilPayment: 7 })
    expect(paymentStatus(due, due - 6 * day)).toEqual({ isDue: false, daysUntilPayment: 6 })
    expect(paymentStatus(due, due - 1)).toEqual({ isDue: false, daysUntilPayment: 1 })
  })

  it('is over at the due instant, and stays so', () => {
    expect(paymentStatus(due, due)).toEqual({ isDue: true, daysUntilPayment: 0 })
    expect(paymentStatus(due, due + 30 * day)).toEqual({ isDue: true, daysUntilPayment: 0 })
  })

  it('has nothing to count while no payment is scheduled', () => {
    expect(paymentStatus(null, due)).toEqual({ isDue: false, daysUntilPayment: null })
  })

  it('is due exactly when the days are none', () => {
    fc.assert(
      fc.property(fc.integer({ min: -90 * day, max: 90 * day }), (ms) => {
        const { isDue, daysUntilPayment } = paymentStatus(due, due - ms)
        expect(isDue).toBe(ms <= 0)
        expect(daysUntilPayment).toBe(ms <= 0 ? 0 : Math.ceil(ms / day))
      }),
    )
  })
})

describe('A cycle', () => {
  it('lasts seven days to the millisecond, over a change of the clocks on walls too', () => {
    const beforeSummer = Date.parse('2026-03-28T12:00:00.000Z')
    expect(new Date(dueAfter(beforeSummer)).toISOString()).toBe('2026-04-04T12:00:00.000Z')
    expect(dueAfter(0)).toBe(bankSettings.cycleMs)
    expect([undefined, 86_400_000, 36 * 3_600_000].map(cycleInWords)).toEqual(['seven days', 'one day', '36 hours'])
  })

  it('is started once, and not without something to pay', () => {
    expect(canStartCycle({ dueAt: null, totalCents: 1 })).toEqual({ allowed: true })
    expect(canStartCycle({ dueAt: null, totalCents: 0 })).toMatchObject({ code: 'total_missing' })
    expect(canStartCycle({ dueAt: due, totalCents: 1 })).toMatchObject({ code: 'cycle_running' })
  })

  it('is paid from its due instant on, and not a millisecond before', () => {
    expect(canProcessPayment(due, due)).toEqual({ allowed: true })
    expect(canProcessPayment(due, due - 1)).toMatchObject({ code: 'payment_not_due' })
    expect(canProcessPayment(null, due)).toMatchObject({ code: 'no_cycle' })
  })

  it('is paid by what was set last before it was due; what is set at that instant is the next one’s', () => {
    const set = [
      { effectiveFrom: 10, name: 'first' },
      { effectiveFrom: 20, name: 'second' },
      { effectiveFrom: 20, name: 'third' },
    ]
    expect(inForceBefore(set, 10)).toBeNull()
    expect(inForceBefore(set, 11)?.name).toBe('first')
    expect(inForceBefore(set, 20)?.name).toBe('first')
    expect(inForceBefore(set, 21)?.name).toBe('third')
  })

  it('is short of what the treasury does not cover, and of nothing where it does', () => {
    expect(treasuryLacksCents(1_249_999, 1_250_000)).toBe(1)
    expect(treasuryLacksCents(1_250_000, 1_250_000)).toBe(0)
    expect(treasuryLacksCents(9_000_000, 1_250_000)).toBe(0)
    expect(treasuryLacksCents(-500, 1_250_000)).toBe(1_250_500)
  })

  it('has its books checked at three every night', () => {
    const three = Date.UTC(2026, 0, 6, 3)
    expect(nightOf(three)).toBe(three)
    expect(nightOf(three - 1)).toBe(three - day)
    expect(nightOf(three + day - 1)).toBe(three)
  })
})

describe('Percentages', () => {
  it('may be set when they give out the whole budget, to the hundredth', () => {
    expect(canSetPercentages(salaryPresets.constitution)).toEqual({ allowed: true })
    expect(canSetPercentages({ president: 33.33, secretary: 66.67 })).toEqual({ allowed: true })
    // 0.1 + 0.2 and the like: sums of hundredths are whole numbers.
    expect(canSetPercentages({ president: 70.1, secretary: 0.2, raidMinister: 29.7 })).toEqual({ allowed: true })
    expect(canSetPercentages({ president: 99.99 })).toMatchObject({
      code: 'percentages_invalid',
      facts: { sum: 99.99 },
    })
  })

  it.each([[{ president: 110, secretary: -10 }], [{ president: 100.004 }], [{ president: NaN, secretary: 100 }], [{}]])(
    'may not be %j',
    (percentages) => expect(canSetPercentages(percentages)).toMatchObject({ code: 'percentages_invalid' }),
  )

  it('are known as one of the presets, in whatever order, with offices of nothing or without', () => {
    expect(presetOf({ ...salaryPresets.panel, marketingMinister: 0 })).toBe('panel')
    expect(presetOf(tidyPercentages({ justiceMinister: 0, ...salaryPresets.constitution }))).toBe('constitution')
    expect(presetOf({ president: 100 })).toBeNull()
  })

  it('are stored in hundredths, whatever noise they came with', () => {
    expect(tidyPercentages({ president: 33.330000000000005, secretary: 66.67 })).toEqual({
      president: 33.33,
      secretary: 66.67,
    })
  })
})

describe('Money', () => {
  it.each([
    [0, 0],
    ['0', 0],
    [100, 10_000],
    [12.5, 1_250],
    [0.07, 7],
    [1.005, null],
    [1e-9, null],
    [0.1 + 0.2, 30],
    ['12.345', null],
    ['1e3', null],
    ['', null],
    ['-1', null],
    [-0.01, null],
    [NaN, null],
    [Infinity, null],
    ['$5', null],
    [1_000_000_000, mostCents],
    [1_000_000_000.01, null],
  ])('of %j dollars is %j cents', (dollars, cents) => expect(centsOf(dollars)).toBe(cents))

  it('is the same again when its digits are read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mostCents }), (cents) => {
        expect(centsOf(plainDollars(cents))).toBe(cents)
        expect(centsOf(cents / 100)).toBe(cents)
      }),
    )
  })

  it('from the developer wallet is halved, and a cent that cannot be is the government’s', () => {
    expect(splitFunding(10_000)).toEqual({ government: 5_000, operations: 5_000 })
    expect(splitFunding(10_001)).toEqual({ government: 5_001, operations: 5_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mostCents }), (cents) => {
        const { government, operations } = splitFunding(cents)
        expect(government + operations).toBe(cents)
      }),
    )
  })

  it('moves between at least two accounts, and comes to nothing in all', () => {
    expect(isBalanced([])).toBe(false)
    expect(isBalanced([{ account: 'a', cents: 0 }])).toBe(false)
    const pair = (a: number, b: number) => [
      { account: 'a', cents: a },
      { account: 'b', cents: b },
    ]
    expect(isBalanced(pair(5, -5))).toBe(true)
    expect(isBalanced(pair(5, -4))).toBe(false)
    expect(isBalanced([...pair(5, -5), { account: 'a', cents: 0 }])).toBe(false)
    expect(isBalanced([...pair(5, -10), { account: 'a', cents: 5 }])).toBe(false)
  })
})

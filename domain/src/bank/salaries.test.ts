import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { governmentRoles, type GovernmentRole } from '../permissions'
import {
  distribute,
  largestRemainder,
  mostCents,
  officeShares,
  overlapMs,
  salaryPresets,
  type Distribution,
  type SalaryPercentages,
  type TermSpan,
} from '.'

const day = 86_400_000
const week = 7 * day
const startsAt = Date.UTC(2026, 0, 5)
const cycle = { startsAt, dueAt: startsAt + week }

const anyPool = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: mostCents }))

/** Percentages of any offices that add up to 100, to the hundredth. */
const anyPercentages = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...governmentRoles), { minLength: 1, maxLength: governmentRoles.length }),
    fc.array(fc.integer({ min: 0, max: 10_000 }), {
      minLength: governmentRoles.length - 1,
      maxLength: governmentRoles.length - 1,
    }),
  )
  .map(([offices, cuts]): SalaryPercentages => {
    const places = [0, ...cuts.slice(0, offices.length - 1).sort((a, b) => a - b), 10_000]
    return Object.fromEntries(offices.map((office, i) => [office, ((places[i + 1] ?? 0) - (places[i] ?? 0)) / 100]))
  })

/** Terms around the cycle, of few payees, so that they overlap, touch, repeat and miss it. */
const anyTerms = fc.array(
  fc.record({
    office: fc.constantFrom<GovernmentRole>('president', 'primeMinister', 'justiceMinister', 'marketingMinister'),
    payee: fc.constantFrom('ada', 'bob', 'cem', 'dai'),
    startedAt: fc.integer({ min: startsAt - week, max: startsAt + 2 * week }),
    lasts: fc.option(fc.integer({ min: 0, max: 2 * week })),
  }),
  { maxLength: 12 },
)

const spans = (
  terms: { office: GovernmentRole; payee: string; startedAt: number; lasts: number | null }[],
): TermSpan[] =>
  terms.map(({ lasts, ...term }) => ({ ...term, endedAt: lasts === null ? null : term.startedAt + lasts }))

const paid = ({ salaries }: Distribution) => salaries.reduce((sum, one) => sum + one.cents, 0)

describe('The budget of a cycle', () => {
  it('is given out to the cent, never less than nothing, whatever the pool, the percentages and the terms are', () => {
    fc.assert(
      fc.property(anyPool, anyPercentages, anyTerms, (pool, percentages, terms) => {
        const given = distribute(pool, percentages, spans(terms), cycle)
        expect(paid(given) + given.vacant).toBe(pool)
        expect([...given.offices.values()].reduce((sum, one) => sum + one, 0)).toBe(pool)
        expect(given.vacant).toBeGreaterThanOrEqual(0)
        for (const one of given.salaries) {
          expect(one.cents).toBeGreaterThan(0)
          expect(one.cents).toBeLessThanOrEqual(given.offices.get(one.office) ?? 0)
          expect(one.heldMs).toBeGreaterThan(0)
          expect(one.heldMs).toBeLessThanOrEqual(week)
        }
      }),
    )
  })

  it('is given out the same in whatever order offices and terms are listed', () => {
    const shuffled = fc
      .tuple(anyPool, anyPercentages, anyTerms)
      .chain(([pool, percentages, terms]) =>
        fc.tuple(
          fc.constant({ pool, percentages, terms: spans(terms) }),
          fc.shuffledSubarray(Object.entries(percentages), { minLength: Object.keys(percentages).length }),
          fc.shuffledSubarray(spans(terms), { minLength: terms.length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([{ pool, percentages, terms }, entries, others]) => {
        const again = distribute(pool, Object.fromEntries(entries), others, cycle)
        expect(again).toEqual(distribute(pool, percentages, terms, cycle))
      }),
    )
  })

  it('gives no official more than a cent beside their exact part', () => {
    fc.assert(
      fc.property(anyPool, fc.integer({ min: 1, max: week - 1 }), (pool, ms) => {
        const terms = [
          { office: 'president', payee: 'ada', startedAt: startsAt, endedAt: startsAt + ms },
          { office: 'president', payee: 'bob', startedAt: startsAt + ms, endedAt: null },
        ] as const
        const given = distribute(pool, { president: 100 }, terms, cycle)
        const of = (payee: string) => given.salaries.find((one) => one.payee === payee)?.cents ?? 0
        // Exact whole numbers: cents x week lies within one cent x week of pool x time.
        for (const [payee, held] of [
          ['ada', ms],
          ['bob', week - ms],
        ] as const) {
          const off = BigInt(of(payee)) * BigInt(week) - BigInt(pool) * BigInt(held)
          expect(off < BigInt(week) && -off < BigInt(week)).toBe(true)
        }
      }),
    )
  })

  it('is paid by the millisecond, from the start to the due instant and not at it', () => {
    const term = (startedAt: number, endedAt: number | null): TermSpan => ({
      office: 'president',
      payee: 'ada',
      startedAt,
      endedAt,
    })
    expect(overlapMs(term(startsAt - day, startsAt), cycle)).toBe(0)
    expect(overlapMs(term(startsAt - day, startsAt + 1), cycle)).toBe(1)
    expect(overlapMs(term(cycle.dueAt - 1, null), cycle)).toBe(1)
    expect(overlapMs(term(cycle.dueAt, null), cycle)).toBe(0)
    const half = distribute(1_001, { president: 100 }, [term(startsAt, startsAt + week / 2)], cycle)
    // Equal remainders: the one who served is before the empty chair.
    expect(half).toMatchObject({ salaries: [{ payee: 'ada', cents: 501, heldMs: week / 2 }], vacant: 500 })
  })

  it('pays no official twice for one instant: terms that overlap, or an office that was left and taken again', () => {
    const terms: TermSpan[] = [
      { office: 'president', payee: 'ada', startedAt: startsAt, endedAt: startsAt + 3 * day },
      { office: 'president', payee: 'ada', startedAt: startsAt + 2 * day, endedAt: startsAt + 4 * day },
      { office: 'president', payee: 'ada', startedAt: startsAt + 6 * day, endedAt: null },
    ]
    expect(distribute(7_00, { president: 100 }, terms, cycle)).toMatchObject({
      salaries: [{ payee: 'ada', cents: 5_00, heldMs: 5 * day }],
      vacant: 2_00,
    })
  })

  it('pays one citizen for each office they held, and two who held one office their parts', () => {
    const terms: TermSpan[] = [
      { office: 'secretary', payee: 'bob', startedAt: startsAt, endedAt: startsAt + day },
      { office: 'financeMinister', payee: 'bob', startedAt: startsAt + day, endedAt: null },
      { office: 'secretary', payee: 'ada', startedAt: startsAt + day, endedAt: null },
    ]
    const { salaries } = distribute(700_00, { secretary: 50, financeMinister: 50 }, terms, cycle)
    expect(salaries).toEqual([
      { office: 'secretary', payee: 'ada', cents: 300_00, heldMs: 6 * day },
      { office: 'secretary', payee: 'bob', cents: 50_00, heldMs: day },
      { office: 'financeMinister', payee: 'bob', cents: 300_00, heldMs: 6 * day },
    ])
  })

  it('leaves the part of vacant time, and pays no office that has no part', () => {
    const terms: TermSpan[] = [
      { office: 'justiceMinister', payee: 'ada', startedAt: startsAt, endedAt: null },
      { office: 'president', payee: 'bob', startedAt: startsAt, endedAt: null },
    ]
    const byConstitution = distribute(1_000_00, salaryPresets.constitution, terms, cycle)
    expect(byConstitution).toMatchObject({ salaries: [{ payee: 'bob', cents: 200_00 }], vacant: 800_00 })
    const byPanel = distribute(1_000_00, salaryPresets.panel, terms, cycle)
    expect(byPanel).toMatchObject({
      salaries: [
        { payee: 'bob', cents: 200_00 },
        { office: 'justiceMinister', payee: 'ada', cents: 100_00 },
      ],
      vacant: 700_00,
    })
  })

  it('goes to the largest remainders, and between equals in the bank’s order', () => {
    // One cent more than nine offices can share evenly by tenths: 20, 15, 10, 10, 8, 10, 9, 8, 10 percent of 11 cents.
    const shares = officeShares(11, salaryPresets.constitution)
    expect(Object.fromEntries(shares)).toEqual({
      president: 2,
      primeMinister: 2,
      secretary: 1,
      financeMinister: 1,
      creativityMinister: 1,
      raidMinister: 1,
      developmentMinister: 1,
      citizensMinister: 1,
      marketingMinister: 1,
    })
    const three = officeShares(100, { president: 33.33, primeMinister: 33.33, secretary: 33.34 })
    expect([...three.values()]).toEqual([33, 33, 34])
    const equal = officeShares(1, { raidMinister: 50, president: 50 })
    expect(equal.get('president')).toBe(1)
    expect(officeShares(1, { citizensMinister: 50, marketingMinister: 50 }).get('marketingMinister')).toBe(1)
  })

  it('is not given out by percentages that are not those of a whole', () => {
    expect(() => officeShares(100, { president: 99.99 })).toThrow(RangeError)
  })
})

describe('A split by largest remainder', () => {
  const anyClaims = fc.uniqueArray(
    fc.record({ key: fc.string({ minLength: 1, maxLength: 3 }), weight: fc.bigInt({ min: 0n, max: 10n ** 15n }) }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 20 },
  )

  it('adds up exactly, gives each the whole of theirs and at most a cent more, in whatever order it is asked', () => {
    const anySplit = fc
      .tuple(anyPool, anyClaims)
      .chain(([cents, claims]) =>
        fc.tuple(fc.constant(cents), fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
      )
    fc.assert(
      fc.property(anySplit, ([cents, claims, shuffled]) => {
        const parts = largestRemainder(cents, claims)
        const whole = claims.reduce((sum, { weight }) => sum + weight, 0n)
        expect([...parts.values()].reduce((sum, one) => sum + one, 0)).toBe(whole === 0n ? 0 : cents)
        for (const { key, weight } of claims) {
          const exact = whole === 0n ? 0 : Number((BigInt(cents) * weight) / whole)
          expect([exact, exact + 1]).toContain(parts.get(key))
        }
        expect([...largestRemainder(cents, shuffled)].sort()).toEqual([...parts].sort())
      }),
    )
  })
})

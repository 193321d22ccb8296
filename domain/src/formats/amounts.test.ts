import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardAmount,
  compactAmount,
  dollars,
  exactAmount,
  wholeMissing,
  followersInWords,
  followersWithWord,
  inFull,
  tokensOf,
  unreadBadge,
  votesWithWord,
} from './amounts'

const sizes = { K: 1e3, M: 1e6, B: 1e9 } as const

/** Reads a short form back into a number. */
function read(text: string): number {
  const unit = text.at(-1) as keyof typeof sizes
  return unit in sizes ? Number(text.slice(0, -1)) * sizes[unit] : Number(text)
}

const balances = fc.oneof(
  fc.double({ min: 0, max: 1e12, noNaN: true }),
  // The edges, where a unit begins.
  fc
    .tuple(fc.constantFrom(1, 1e3, 1e6, 1e9), fc.integer({ min: -60_000, max: 60_000 }))
    .map(([unit, step]) => Math.max(0, unit + (step * unit) / 1e7)),
)

describe('a balance in short', () => {
  it.each([
    [0, '0'],
    [0.00001, '<0.0001'],
    [0.0012, '0.0012'],
    [0.5, '0.50'],
    [7, '7'],
    [12.349, '12.34'],
    [999.999, '999.99'],
    [1000, '1.00K'],
    [1005, '1.01K'],
    [999_994, '999.99K'],
    [999_995, '1.00M'],
    [1_234_567, '1.23M'],
    [1_005_000, '1.01M'],
    [999_994_999, '999.99M'],
    [999_995_000, '1.00B'],
    [2_500_000_000, '2.50B'],
    [-3, '0'],
    [Number.NaN, '0'],
  ])('writes %d as %s', (amount, text) => expect(compactAmount(amount)).toBe(text))

  it('is never further from the balance than half of what its last digit says', () => {
    fc.assert(
      fc.property(balances, (amount) => {
        const text = compactAmount(amount)
        if (text.startsWith('<')) {
          expect(amount).toBeLessThan(0.0001)
          return
        }
        const unit = sizes[text.at(-1) as keyof typeof sizes]
        const tolerance = unit ? unit / 200 : amount < 0.01 ? 0.0001 : 0.01
        expect(Math.abs(read(text) - amount)).toBeLessThanOrEqual(tolerance * 1.000001)
      }),
    )
  })

  it('never shows a thousand of a unit that has a larger one', () => {
    fc.assert(
      fc.property(balances, (amount) => {
        expect(compactAmount(amount)).toMatch(/^(<0\.0001|\d{1,3}(\.\d{2}|\.\d{4})?|\d{1,3}\.\d{2}[KM]|\d+\.\d{2}B)$/)
      }),
    )
  })

  it('never reads smaller for a larger balance', () => {
    fc.assert(
      fc.property(balances, balances, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((amount) =>
          read(compactAmount(amount).replace('<0.0001', '0.00001')),
        )
        expect(less).toBeLessThanOrEqual(more!)
      }),
    )
  })
})

describe('a balance on the ID card', () => {
  it.each([
    [0, '0'],
    [0.00009, '<0.0001'],
    [0.0099, '0.0099'],
    [0.01, '0.01'],
    [0.999, '0.99'],
    [1, '1'],
    [1.99, '1'],
    [999.9, '999'],
    [1000, '1K'],
    [1499, '1K'],
    [1500, '2K'],
    [999_499, '999K'],
    [999_500, '1.0M'],
    [1_250_000, '1.3M'],
    [5_000_000, '5.0M'],
    [1_500_000_000, '1500.0M'],
  ])('writes %d as %s', (amount, text) => expect(cardAmount(amount)).toBe(text))

  it('has one of its four forms, whatever the balance', () => {
    fc.assert(
      fc.property(balances, (amount) => {
        expect(cardAmount(amount)).toMatch(/^(\d+\.\dM|\d{1,3}K|\d{1,3}|0\.\d{2}|0\.00\d{2}|<0\.0001)$/)
      }),
    )
  })

  it('shows less than a thousand never as more than it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0001, max: 999.9999, noNaN: true }), (amount) => {
        expect(Number(cardAmount(amount))).toBeLessThanOrEqual(amount + 1e-9)
      }),
    )
  })
})

describe('followers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1250, '1.3K'],
    [99_949, '99.9K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [12_300_000, '12.3M'],
    [-1, '0'],
  ])('are written %d as %s', (count, text) => expect(followersInWords(count)).toBe(text))
})

describe('a count with its word', () => {
  it.each([
    [0, '0 votes'],
    [1, '1 vote'],
    // What is written as one, is one.
    [1.04, '1 vote'],
    [1.2, '1.2 votes'],
    [1001, '1,001 votes'],
  ])('is written %d as %s', (votes, text) => expect(votesWithWord(votes)).toBe(text))

  it.each([
    [0, '0 followers'],
    [1, '1 follower'],
    [1000, '1.0K followers'],
  ])('is written %d as %s', (count, text) => expect(followersWithWord(count)).toBe(text))
})

describe('followers, however many', () => {
  const counts = fc.oneof(
    fc.integer({ min: 0, max: 2_000_000_000 }),
    fc
      .tuple(fc.constantFrom(1e3, 1e6), fc.integer({ min: -100_000, max: 100_000 }))
      .map(([unit, step]) => Math.max(0, unit + step)),
  )

  it('have one of three forms, and never a thousand of a unit that has a larger one', () => {
    fc.assert(
      fc.property(counts, (count) => {
        expect(followersInWords(count)).toMatch(/^(\d{1,3}|\d{1,3}\.\dK|\d+\.\dM)$/)
      }),
    )
  })

  it('are never further from the truth than half of the last digit', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const text = followersInWords(count)
        const unit = sizes[text.at(-1) as keyof typeof sizes]
        expect(Math.abs(read(text) - count)).toBeLessThanOrEqual(unit ? unit / 20 + 1e-6 : 0)
      }),
    )
  })

  it('never read fewer for more', () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map((count) => read(followersInWords(count)))
        expect(fewer).toBeLessThanOrEqual(more!)
      }),
    )
  })
})

describe('salaries', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [123_450, '$1,234.50'],
    [100_000_000, '$1,000,000.00'],
    [-250, '-$2.50'],
    [9_007_199_254_740_993n, '$90,071,992,547,409.93'],
  ])('are written in dollars: %d cents are %s', (cents, text) => expect(dollars(cents)).toBe(text))

  it('keep every cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (cents) => {
        expect(BigInt(dollars(cents).replace(/[$,.]/g, ''))).toBe(cents)
      }),
    )
  })
})

describe('an exact amount', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_000_000_000n, '1'],
    [1_234_567_891_234n, '1,234.567891234'],
    [50_000_500_000_000n, '50,000.5'],
    [-1_500_000_000n, '-1.5'],
  ])('of %d base units is %s', (units, text) => expect(exactAmount(units)).toBe(text))

  it('loses no digit, beyond what a number can hold, too', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          const [whole = '', fraction = ''] = exactAmount(units, decimals).replaceAll(',', '').split('.')
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
        },
      ),
    )
  })

  it('is near the number that short forms are made from', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (units) => {
        expect(tokensOf(units)).toBeCloseTo(Number(exactAmount(units).replaceAll(',', '')), 5)
      }),
    )
  })
})

it('What is missing is rounded up: with exactly as much more one is there', () => {
  const token = 1_000_000_000n
  expect(wholeMissing(1_234_500n * token)).toBe('1,234,500')
  expect(wholeMissing(1_234_500n * token + 1n)).toBe('1,234,501')
  expect(wholeMissing(0n)).toBe('0')
})

describe('a badge of unread messages', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [4321, '9+'],
    [-2, ''],
  ])('for %d says "%s"', (count, text) => expect(unreadBadge(count)).toBe(text))

  it('says the number or 9+, whatever the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1_000_000 }), (count) => {
        expect(unreadBadge(count)).toBe(count <= 0 ? '' : count <= 9 ? String(count) : '9+')
      }),
    )
  })
})

describe('a number in full', () => {
  it('has its thousands apart, as the platform would write it', () => {
    const numbers = fc.oneof(fc.integer(), fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }))
    fc.assert(
      fc.property(numbers, (number) => {
        expect(inFull(number)).toBe(number.toLocaleString('en-US'))
      }),
    )
  })

  it('has exactly the decimals that are asked for', () => {
    expect([inFull(12.5, 1), inFull(1234, 1), inFull(0.25, 2), inFull(-1234.5, 1)]).toEqual([
      '12.5',
      '1,234.0',
      '0.25',
      '-1,234.5',
    ])
  })
})

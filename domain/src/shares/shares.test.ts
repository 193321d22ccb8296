import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion, shownShares } from './shares'

const amounts = fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 40 })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('Shares', () => {
  it('of three equals add up to 100 in the decimals that are shown, and the earlier one gets what is left', () => {
    expect(shownShares([1, 1, 1], 0)).toEqual([34, 33, 33])
    expect(shownShares([1, 1, 1], 1)).toEqual([33.4, 33.3, 33.3])
    expect(shownShares([1, 2], 2)).toEqual([33.33, 66.67])
  })

  it('are nothing where there is nothing to share', () => {
    expect(shownShares([], 1)).toEqual([])
    expect(shownShares([0, 0], 1)).toEqual([0, 0])
    expect(apportion(100n, [0n, 5n])).toEqual([0n, 100n])
  })

  it('are the same, whether numbers or big numbers are shared', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 2 }), (of, decimals) => {
        const scale = 10 ** decimals
        const exact = apportion(BigInt(100 * scale), of.map(BigInt)).map((part) => Number(part) / scale)
        expect(shownShares(of, decimals)).toEqual(exact)
      }),
    )
    expect(shownShares([2 ** 52, 2 ** 51], 2)).toEqual([66.67, 33.33])
  })

  it('whatever is shared, add up to 100, are less than one unit from the exact ones, and never turn an order round', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 2 }), (of, decimals) => {
        const scale = 10 ** decimals
        const shown = shownShares(of, decimals)
        const units = shown.map((share) => Math.round(share * scale))
        expect(sum(units)).toBe(sum(of) === 0 ? 0 : 100 * scale)
        shown.forEach((share, place) => {
          const [amount, unit] = [of[place] ?? 0, units[place] ?? 0]
          // What is written in so many decimals is the number itself.
          expect(Number(share.toFixed(decimals))).toBe(share)
          if (sum(of) > 0) expect(Math.abs(unit - (amount * 100 * scale) / sum(of))).toBeLessThan(1)
          of.forEach((other, there) => {
            if (other < amount) expect(units[there] ?? 0).toBeLessThanOrEqual(unit)
          })
        })
      }),
    )
  })
})

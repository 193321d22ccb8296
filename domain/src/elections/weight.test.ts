import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseUnitsPerToken } from './constants'
import { displayTokens, missingTo, nextTier, tierOf, tierOfWeight, votesOf, weightTiers, weightUnits } from './weight'

const balance = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

describe('The weight of a vote', () => {
  it('is 1.0, 1.2, 1.5 or 2.0, and a balance exactly on a threshold belongs to the higher tier', () => {
    const cases: [tokens: bigint, votes: number][] = [
      [0n, 1],
      [1_000_000n, 1.2],
      [5_000_000n, 1.5],
      [20_000_000n, 2],
    ]
    for (const [tokens, votes] of cases) {
      expect(votesOf(weightUnits(tokens * baseUnitsPerToken))).toBe(votes)
      if (tokens > 0n) expect(votesOf(weightUnits(tokens * baseUnitsPerToken - 1n))).toBeLessThan(votes)
    }
  })

  it('belongs to the heaviest tier that it reaches', () => {
    for (const tier of weightTiers) expect(tierOfWeight(tier.units)).toBe(tier)
    expect([tierOfWeight(11).tier, tierOfWeight(99).tier, tierOfWeight(1).tier]).toEqual(['base', 'whale', 'base'])
  })

  it('never falls when the balance grows', () => {
    fc.assert(
      fc.property(balance, balance, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(weightUnits(less)).toBeLessThanOrEqual(weightUnits(more))
        expect(weightTiers).toContain(tierOf(a))
      }),
    )
  })

  it('adds up in tenths without a rounding error', () => {
    fc.assert(
      fc.property(fc.array(balance, { maxLength: 200 }), (balances) => {
        const units = balances.reduce((sum, one) => sum + weightUnits(one), 0)
        expect(Number(votesOf(units).toFixed(1))).toBe(votesOf(units))
      }),
    )
  })

  it('shows balances in $ON', () => {
    expect(displayTokens(1_500_000_000n)).toBe(1.5)
    expect(displayTokens(20_000_000_000_000_000n)).toBe(20_000_000)
  })

  it('is one unit short of the next tier just below it, and the whole of the one after at it', () => {
    expect(nextTier(1_000_000n * baseUnitsPerToken - 1n)).toMatchObject({ tier: { tier: 'holder' }, missing: 1n })
    expect(nextTier(1_000_000n * baseUnitsPerToken)).toMatchObject({
      tier: { tier: 'major' },
      missing: 4_000_000n * baseUnitsPerToken,
    })
    expect(nextTier(20_000_000n * baseUnitsPerToken)).toBeNull()
    expect([missingTo(5n, 3n), missingTo(5n, 5n), missingTo(5n, 9n)]).toEqual([2n, 0n, 0n])
  })
})

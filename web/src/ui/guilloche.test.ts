import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { engravedBand, rosette } from './guilloche'

const numbersOf = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)

describe('engravings', () => {
  it('draws the same rosette for the same citizen on every visit', () => {
    expect(rosette('018f-citizen')).toEqual(rosette('018f-citizen'))
    expect(engravedBand('018f-citizen')).toEqual(engravedBand('018f-citizen'))
  })

  it('gives a hundred citizens a hundred different rosettes', () => {
    const drawn = new Set(Array.from({ length: 100 }, (_, index) => JSON.stringify(rosette(`citizen ${index}`))))
    expect(drawn.size).toBe(100)
  })

  it('never leaves the paper, whatever the seed', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 40, max: 800 }), (seed, size) => {
        for (const line of rosette(seed, size).lines) {
          expect(line.path.endsWith('Z')).toBe(true)
          for (const number of numbersOf(line.path)) expect(Math.abs(number)).toBeLessThanOrEqual(size / 2 + 0.5)
        }
        for (const line of engravedBand(seed, size * 4, size).lines) {
          const [, ...points] = numbersOf(line.path)
          expect(points.every((number) => Math.abs(number) <= size * 2 + 0.5)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('stays small enough to draw a page full of them', () => {
    const bytes = rosette('any').lines.reduce((sum, line) => sum + line.path.length, 0)
    expect(bytes).toBeLessThan(20_000)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, type Contender } from './winner'

const contender: fc.Arbitrary<Contender> = fc.record({
  weightUnits: fc.integer({ min: 0, max: 4 }),
  voters: fc.integer({ min: 0, max: 3 }),
  sequence: fc.integer({ min: 1, max: 1_000_000 }),
})
const field = fc.uniqueArray(contender, { selector: (one) => one.sequence, maxLength: 8 })

describe('The winner of a position', () => {
  it('has the highest weight, then the most voters, then the earlier candidacy, and the rule that is named decided', () => {
    fc.assert(
      fc.property(field, (contenders) => {
        const { winner, rule, ranking } = decide(contenders)
        expect(rule === 'vacant').toBe(contenders.length === 0)
        expect(rule === 'unopposed').toBe(contenders.length === 1)
        if (contenders.length < 2) return
        const others = contenders.filter((one) => one !== winner)
        const heaviest = Math.max(...others.map((one) => one.weightUnits))
        expect(winner?.weightUnits).toBeGreaterThanOrEqual(heaviest)
        expect(rule === 'weight').toBe(winner!.weightUnits > heaviest)
        const level = others.filter((one) => one.weightUnits === winner?.weightUnits)
        const most = Math.max(-1, ...level.map((one) => one.voters))
        if (rule === 'voters') expect(winner?.voters).toBeGreaterThan(most)
        if (rule === 'earlier') {
          expect(winner?.voters).toBe(most)
          const even = level.filter((one) => one.voters === most)
          expect(winner!.sequence).toBeLessThan(Math.min(...even.map((one) => one.sequence)))
        }
        expect(new Set(ranking)).toEqual(new Set(contenders))
      }),
    )
  })

  it('does not depend on the order in which the candidates are counted', () => {
    fc.assert(
      fc.property(field, fc.func(fc.integer()), (contenders, key) => {
        const shuffled = contenders.toSorted((a, b) => key(a) - key(b))
        expect(decide(shuffled)).toEqual(decide(contenders))
      }),
    )
  })
})

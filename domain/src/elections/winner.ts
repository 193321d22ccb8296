/** A candidate's count at the close. */
export interface Contender {
  /** Weighted votes in tenths. */
  readonly weightUnits: number
  /** Number of voters. */
  readonly voters: number
  /**
   * Grows with every candidacy: the smaller one is the earlier candidacy. Every list and standing has this order; clocks of several
   * processes have none.
   */
  readonly sequence: number
}

/** Which rule decided a position (ruling: winner, ties). */
export type DecidingRule = 'weight' | 'voters' | 'earlier' | 'unopposed' | 'vacant'

export interface Decision<C extends Contender> {
  /** All candidates, the winner first. */
  readonly ranking: readonly C[]
  readonly winner: C | null
  readonly rule: DecidingRule
}

const comparisons: readonly [rule: DecidingRule, compare: (a: Contender, b: Contender) => number][] = [
  ['weight', (a, b) => b.weightUnits - a.weightUnits],
  ['voters', (a, b) => b.voters - a.voters],
  ['earlier', (a, b) => a.sequence - b.sequence],
]

function compare(a: Contender, b: Contender): number {
  for (const [, by] of comparisons) {
    const difference = by(a, b)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Decides a position: highest weight, then most voters, then the earlier candidacy. No candidate leaves the seat
 * vacant; a single one is elected unopposed.
 */
export function decide<C extends Contender>(contenders: readonly C[]): Decision<C> {
  const ranking = contenders.toSorted(compare)
  const [first, second] = ranking
  if (!first) return { ranking, winner: null, rule: 'vacant' }
  if (!second) return { ranking, winner: first, rule: 'unopposed' }
  const rule = comparisons.find(([, by]) => by(first, second) !== 0)?.[0] ?? 'earlier'
  return { ranking, winner: first, rule }
}

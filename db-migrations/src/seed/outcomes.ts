import type { Chance, Outcome } from '@nation/demo'
import type { Voter } from './ballots'

/**
 * Divides voters among candidates, first the winner's, so that the position comes out as asked. Ties are made by pairs of
 * voters of equal weight, one for each of the two; a voter without a pair does not vote.
 */
export function divide(
  outcome: Outcome | null,
  voters: readonly Voter[],
  candidates: number,
  chance: Chance,
): Voter[][] {
  if (outcome === null) return byAppeal(voters, appeals(candidates, chance), chance)
  if (outcome === 'vacant') return []
  if (outcome === 'unopposed') return [voters.filter(() => chance.happens(0.7))]
  if (outcome === 'clear') return clear(voters, candidates, chance)
  return tied(outcome, voters, candidates)
}

/** How much each of the open election's candidates appeals; some races are close, some are not. */
const appeals = (candidates: number, chance: Chance) =>
  Array.from({ length: candidates }, () => 0.35 + chance.next() ** 1.4)

function byAppeal(voters: readonly Voter[], appeal: readonly number[], chance: Chance): Voter[][] {
  const groups: Voter[][] = appeal.map(() => [])
  const all = appeal.reduce((sum, one) => sum + one, 0)
  for (const voter of voters) {
    let luck = chance.next() * all
    const index = appeal.findIndex((one) => (luck -= one) < 0)
    groups[index < 0 ? 0 : index]!.push(voter)
  }
  return groups
}

const weightOf = (group: readonly Voter[]) => group.reduce((sum, voter) => sum + voter.weightUnits, 0)

function clear(voters: readonly Voter[], candidates: number, chance: Chance): Voter[][] {
  const appeal = Array.from({ length: candidates }, (_, place) => 1 / (1 + place * 0.7))
  const groups = byAppeal(voters, appeal, chance).sort((a, b) => weightOf(b) - weightOf(a))
  const [first, second] = groups
  // By chance they may weigh the same: then one voter less for the second.
  if (first && second && weightOf(first) === weightOf(second)) second.pop()
  return groups
}

/** What the winner and the second have beyond their pairs, by weight. */
const extras = {
  close: [[12], [10]],
  voters: [[10, 10], [20]],
  earlier: [[], []],
} as const

function tied(outcome: keyof typeof extras, voters: readonly Voter[], candidates: number): Voter[][] {
  const rest = [...voters]
  const take = (weight: number) => {
    const index = rest.findIndex((voter) => voter.weightUnits === weight)
    if (index < 0) throw new Error(`Nobody whose vote weighs ${weight} tenths is left.`)
    return rest.splice(index, 1)
  }
  const [first, second] = extras[outcome].map((weights) => weights.flatMap(take)) as [Voter[], Voter[]]
  const others = Array.from({ length: candidates - 2 }, () => rest.splice(0, Math.floor(voters.length * 0.16)))
  const waiting = new Map<number, Voter>()
  for (const voter of rest) {
    const partner = waiting.get(voter.weightUnits)
    if (partner) {
      first.push(partner)
      second.push(voter)
      waiting.delete(voter.weightUnits)
    } else waiting.set(voter.weightUnits, voter)
  }
  return [first, second, ...others]
}

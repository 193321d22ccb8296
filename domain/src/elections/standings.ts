import type { z } from 'zod'
import type { ElectionView, results } from './elections.contract'
import type { TallyChanged } from './publications'
import { percentOf, sharesOf } from './shares'
import { unitsOf, votesOf } from './weight'

type Results = z.output<typeof results.output>
type Position = Results['results'][number]
type Candidate = Position['candidates'][number]

/** Most weight first, then most voters, then who stood earlier. */
const byPlace = (a: Candidate, b: Candidate) =>
  b.weightUnits - a.weightUnits || b.supportersCount - a.supportersCount || a.stood - b.stood

/**
 * Standings with the counts that an event brings: ranked and shared out as the server does it. What is final stays as it
 * is.
 */
export function withCounts(standings: Results, { electionId, counts }: TallyChanged): Results {
  if (standings.final || standings.election.id !== electionId) return standings
  const byId = new Map(counts.map((one) => [one.id, one]))
  return {
    ...standings,
    results: standings.results.map((one) =>
      one.candidates.some(({ id }) => byId.has(id)) ? recounted(one, byId) : one,
    ),
  }
}

/** An election with the turnout that an event brings; the same when the event is of another one, or not newer. */
export function withTurnout(
  election: ElectionView,
  { electionId, asOf, voters, eligible }: TallyChanged,
): ElectionView {
  const before = election.turnoutSoFar
  if (election.id !== electionId || before === null || before.asOf >= asOf) return election
  return { ...election, turnoutSoFar: { voters, eligible, percent: percentOf(voters, eligible), asOf } }
}

function recounted(position: Position, counts: ReadonlyMap<string, TallyChanged['counts'][number]>): Position {
  const counted = position.candidates
    .map((one) => {
      const now = counts.get(one.id)
      return now
        ? { ...one, votes: now.votes, weightUnits: unitsOf(now.votes), supportersCount: now.supportersCount }
        : one
    })
    .toSorted(byPlace)
  const shares = sharesOf(counted.map((one) => one.weightUnits))
  const supportersShares = sharesOf(counted.map((one) => one.supportersCount))
  const voters = counted.reduce((sum, one) => sum + one.supportersCount, 0)
  const candidates = counted.map((one, place) => ({
    ...one,
    share: shares[place] ?? 0,
    supportersShare: supportersShares[place] ?? 0,
    rank: place + 1,
    winner: place === 0 && voters > 0,
  }))
  const weightUnits = counted.reduce((sum, one) => sum + one.weightUnits, 0)
  return {
    ...position,
    candidates,
    winner: candidates.find(({ winner }) => winner) ?? null,
    rule: ruleOf(candidates),
    totalVotes: votesOf(weightUnits),
    weightUnits,
    voters,
  }
}

function ruleOf([first, second]: readonly Candidate[]): Position['rule'] {
  if (!first) return 'vacant'
  if (!second) return 'unopposed'
  if (first.weightUnits !== second.weightUnits) return 'weight'
  return first.supportersCount === second.supportersCount ? 'earlier' : 'voters'
}

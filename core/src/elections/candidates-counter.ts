import { positionNumbered, positions, type PositionId } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { countersOf, type Counter } from '../platform/counters'

/** Room for the positions of one election. */
const stride = 16n

/** Candidates who stand, or stood to the end, by election and position. */
export const candidatesCounter: Counter = {
  topic: 'candidates',
  slots: 1,
  recount: `SELECT election_id * ${stride} + position AS subject, COUNT(*) AS n FROM candidacies
    WHERE status <> 'withdrawn' GROUP BY subject`,
}

/** The counter's subject; `position` is the position's order. */
export const candidatesSubject = (electionId: string, position: number): string =>
  String(BigInt(electionId) * stride + BigInt(position))

export type CandidateCounts = Record<PositionId, number>

/** How many candidates each of these elections has for each position, by the election's row key. */
export async function candidateCounts(
  tx: EntityManager,
  electionIds: readonly string[],
): Promise<Map<string, CandidateCounts>> {
  const subjects = electionIds.flatMap((id) => positions.map(({ order }) => candidatesSubject(id, order)))
  const counts = new Map(electionIds.map((id) => [id, noCandidates()]))
  for (const [subject, n] of await countersOf(tx, candidatesCounter, subjects)) {
    const ofElection = counts.get(String(BigInt(subject) / stride))
    if (ofElection) ofElection[positionNumbered(Number(BigInt(subject) % stride)).id] = n
  }
  return counts
}

export const noCandidates = (): CandidateCounts =>
  Object.fromEntries(positions.map(({ id }) => [id, 0])) as CandidateCounts

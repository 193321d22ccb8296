import { positionNumbered, positions, type PositionId } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { addToCounter, column, readRows, countersOf, type Counter } from '../platform'

/** The number of subjects that are reserved for the positions of one election. */
const stride = 16n

/** The number of candidates who stand (or stood until the end), by election and position. */
export const candidatesCounter: Counter = {
  topic: 'candidates',
  slots: 1,
  recount: `SELECT election_id * ${stride} + position AS subject, COUNT(*) AS n FROM candidacies
    WHERE status <> 'withdrawn' GROUP BY subject`,
}

/** The counter's subject; `position` is the position's order. */
export const candidatesSubject = (electionId: string, position: number): string =>
  String(BigInt(electionId) * stride + BigInt(position))

/**
 * Counts candidates more or fewer for a position. Returns how many it has then: this is exact, because others who count there wait for this
 * transaction.
 */
export async function countCandidates(
  tx: EntityManager,
  at: { readonly electionId: string; readonly position: number },
  change: 1 | -1,
): Promise<number> {
  const subject = candidatesSubject(at.electionId, at.position)
  await addToCounter(tx, candidatesCounter, subject, change)
  return (await countersOf(tx, candidatesCounter, [subject])).get(subject) ?? 0
}

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

/** How many candidates each of these elections has, and the public id of the citizen who planned it, in one statement. */
export async function electionFacts(
  tx: EntityManager,
  electionIds: readonly string[],
): Promise<Map<string, ElectionFacts>> {
  if (electionIds.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { id: column.key, creator: column.text.nullable, candidates: column.integer },
    `SELECT e.id, c.uid AS creator, (
       SELECT COALESCE(SUM(k.n), 0) FROM (${ordersSql}) AS positions
       STRAIGHT_JOIN counters AS k ON k.topic = ? AND k.subject = e.id * ${stride} + positions.place
     ) AS candidates
     FROM elections AS e LEFT JOIN citizens AS c ON c.id = e.created_by WHERE e.id IN (?)`,
    [candidatesCounter.topic, electionIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

interface ElectionFacts {
  readonly creator: string | null
  readonly candidates: number
}

/** The orders of the positions, as rows. */
const ordersSql = positions.map(({ order }) => `SELECT ${order} AS place`).join(' UNION ALL ')

export const noCandidates = (): CandidateCounts =>
  Object.fromEntries(positions.map(({ id }) => [id, 0])) as CandidateCounts

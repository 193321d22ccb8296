import { decide, positions, type DecidingRule, type Decision } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import type { ElectionRow } from '../rows'
import { removeVoidVotes } from '../void-votes'
import { column, readRows, type RowOf } from '../../platform'

/** A candidacy at the count: what its counters say and what the votes say. */
export interface Counted {
  readonly id: string
  readonly uid: string
  readonly position: number
  readonly citizenId: string
  readonly active: boolean
  readonly weightUnits: number
  readonly voters: number
  readonly sequence: number
}

/** Where counters and votes differ, by public id of the candidate. */
export interface RecountDifference {
  readonly candidateId: string
  readonly tally: { readonly weightUnits: number; readonly voters: number }
  readonly recount: { readonly weightUnits: number; readonly voters: number }
}

/** The recount contradicts the counters: the election is not closed, and nothing is changed. */
export class RecountDiffers extends Error {
  constructor(
    readonly electionId: string,
    readonly electionUid: string,
    readonly differences: readonly RecountDifference[],
  ) {
    super(`The recount of election ${electionUid} differs from its tallies for ${differences.length} candidates.`)
    this.name = 'RecountDiffers'
  }
}

const tallyRow = {
  id: column.key,
  uid: column.text,
  position: column.integer,
  citizen_id: column.key,
  status: column.text,
  weight_units: column.integer,
  supporters: column.integer,
}

type TallyRow = RowOf<typeof tallyRow>

/** Votes of one weight for one candidacy. */
const votesRow = {
  position: column.integer,
  candidacy_id: column.key,
  weight_units: column.integer,
  voters: column.integer,
}

type VotesRow = RowOf<typeof votesRow>

/** How many voted for a position with votes of one weight. */
export interface TierCount {
  readonly position: number
  /** Of one vote, in tenths. */
  readonly weightUnits: number
  readonly voters: number
}

/**
 * Removes what is left of void votes, counts every current vote again, by a plain SELECT over the covering index, and compares with the counters. Called with
 * the election locked, so no vote is in flight.
 * @throws RecountDiffers when any counter is not what the votes say
 */
export async function recount(
  tx: EntityManager,
  election: ElectionRow,
): Promise<{ readonly counted: Counted[]; readonly tiers: TierCount[] }> {
  await removeVoidVotes(tx, election.id)
  const tallies = await readRows(
    tx,
    tallyRow,
    `SELECT c.id, c.uid, c.position, c.citizen_id, c.status, t.weight_units, t.supporters
     FROM candidacies c JOIN tallies t ON t.candidacy_id = c.id WHERE c.election_id = ? ORDER BY c.id`,
    [election.id],
  )
  const votes = await readRows(
    tx,
    votesRow,
    `SELECT position, candidacy_id, weight_units, COUNT(*) AS voters FROM current_votes
     WHERE election_id = ? GROUP BY position, candidacy_id, weight_units`,
    [election.id],
  )
  const differences = compare(tallies, votes)
  if (differences.length > 0) throw new RecountDiffers(election.id, election.uid, differences)
  return { counted: tallies.map(presentCounted), tiers: tiersOf(votes) }
}

const presentCounted = (row: TallyRow): Counted => ({
  id: row.id,
  uid: row.uid,
  position: row.position,
  citizenId: row.citizen_id,
  active: row.status === 'active',
  weightUnits: row.weight_units,
  voters: row.supporters,
  sequence: Number(row.id),
})

/** Votes as sums of whole tenths: what the database does with SUM, done where it can be seen. */
function sumOf(rows: readonly VotesRow[], key: (row: VotesRow) => string) {
  const sums = new Map<string, { weightUnits: number; voters: number }>()
  for (const row of rows) {
    const sum = sums.get(key(row)) ?? { weightUnits: 0, voters: 0 }
    sum.voters += row.voters
    sum.weightUnits += row.voters * row.weight_units
    sums.set(key(row), sum)
  }
  return sums
}

function tiersOf(votes: readonly VotesRow[]): TierCount[] {
  const sums = sumOf(votes, (row) => `${row.position}:${row.weight_units}`)
  return [...sums].map(([place, { voters }]) => {
    const [position, weightUnits] = place.split(':').map(Number) as [number, number]
    return { position, weightUnits, voters }
  })
}

const nothing = { weightUnits: 0, voters: 0 }

function compare(tallies: readonly TallyRow[], votes: readonly VotesRow[]): RecountDifference[] {
  const counted = sumOf(votes, (row) => `${row.position}:${row.candidacy_id}`)
  const differences: RecountDifference[] = []
  for (const row of tallies) {
    const tally = { weightUnits: row.weight_units, voters: row.supporters }
    const place = `${row.position}:${row.id}`
    const again = counted.get(place) ?? nothing
    counted.delete(place)
    if (tally.weightUnits !== again.weightUnits || tally.voters !== again.voters) {
      differences.push({ candidateId: row.uid, tally, recount: again })
    }
  }
  for (const [place, again] of counted) differences.push({ candidateId: place, tally: nothing, recount: again })
  return differences
}

/** How a position was decided. */
export interface PositionDecision extends Decision<Counted> {
  readonly position: number
  readonly rule: DecidingRule
}

/** Decides every position among those who stood to the end (ruling: winner, ties). */
export function decideAll(counted: readonly Counted[]): PositionDecision[] {
  return positions.map(({ order }) => ({
    position: order,
    ...decide(counted.filter((one) => one.active && one.position === order)),
  }))
}

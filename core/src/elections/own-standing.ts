import { positionNumbered, votesOf, votingSpan, type PositionId } from '@nation/domain/elections'
import { column, readFirst, type CitizenContext } from '../platform'
import { electionOf, rawElectionRow } from './rows'

const standingRow = {
  ...rawElectionRow,
  candidate_uid: column.text,
  position: column.integer,
  weight_units: column.integer,
  supporters: column.integer,
  ahead: column.integer,
  level: column.integer,
}

/** A candidate's place in an election that is not over, by the public counts. */
export interface OwnStanding {
  /** The election's row key. */
  readonly electionId: string
  readonly id: string
  readonly position: PositionId
  readonly rank: number
  /** Whether the place follows from the earlier candidacy alone: votes and voters are another candidate's, too. */
  readonly level: boolean
  readonly votes: number
  readonly supportersCount: number
  readonly opensAt: number
  readonly closesAt: number
  /** When the election ends, and the seats change. */
  readonly endsAt: number
}

/**
 * The caller's candidacy and its place, in the order in which winners are decided: weight, then voters, then the earlier
 * candidacy. The candidates ahead are counted in one index: there are only those of one office in one election.
 */
export async function ownStanding({ tx, caller }: CitizenContext): Promise<OwnStanding | null> {
  const row = await readFirst(
    tx,
    standingRow,
    `SELECT e.id, e.uid, e.starts_at, e.phase_two_at, e.ends_at, e.stage, c.uid AS candidate_uid, c.position,
       p.weight_units, p.supporters, (
         SELECT COUNT(*) FROM published_tallies b FORCE INDEX (ix_published_tallies_position)
         WHERE b.election_id = p.election_id AND b.position = p.position AND b.stands = TRUE AND b.weight_units >= p.weight_units
           AND (b.weight_units > p.weight_units OR b.supporters > p.supporters
             OR (b.supporters = p.supporters AND b.candidacy_id < p.candidacy_id))
       ) AS ahead, EXISTS (
         SELECT 1 FROM published_tallies b FORCE INDEX (ix_published_tallies_position)
         WHERE b.election_id = p.election_id AND b.position = p.position AND b.stands = TRUE
           AND b.weight_units = p.weight_units AND b.supporters = p.supporters AND b.candidacy_id <> p.candidacy_id
       ) AS level
     FROM candidacies c STRAIGHT_JOIN published_tallies p ON p.candidacy_id = c.id
     STRAIGHT_JOIN elections e ON e.id = c.election_id
     WHERE c.active_citizen_id = ?`,
    [caller.id],
  )
  if (!row) return null
  const position = positionNumbered(row.position).id
  const election = electionOf(row)
  const span = votingSpan(election, position)
  return {
    electionId: row.id,
    id: row.candidate_uid,
    position,
    rank: row.ahead + 1,
    level: row.level === 1,
    votes: votesOf(row.weight_units),
    supportersCount: row.supporters,
    opensAt: span.from.getTime(),
    closesAt: span.to.getTime(),
    endsAt: election.endsAt.getTime(),
  }
}

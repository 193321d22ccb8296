import { column, readFirst, type CitizenContext } from '../platform'
import { everyPosition } from './every-position'
import { isNotVoid } from './is-not-void'

/** The time for which the outcome of the caller's votes is shown, in milliseconds: until the next election ends. */
const newsFor = 7 * 86_400_000

const outcomeRow = {
  uid: column.text,
  ends_at: column.instant,
  votes: column.integer,
  won: column.integer,
}

/** The outcome of a citizen's votes in the election that was seated last. */
export interface OwnOutcome {
  readonly electionId: string
  readonly endedAt: number
  /** The number of offices for which the citizen voted for a candidate who stood until the end. */
  readonly votes: number
  /** How many of these offices the citizen's candidate won. */
  readonly won: number
}

/**
 * The outcome of the caller's votes in the election that was seated within the last week; null when there is no such election, or
 * the caller did not vote in it.
 */
export async function ownOutcome({ tx, caller, now }: CitizenContext): Promise<OwnOutcome | null> {
  const at = now()
  const row = await readFirst(
    tx,
    outcomeRow,
    `SELECT e.uid, e.ends_at, COUNT(*) AS votes, COUNT(IF(v.candidacy_id = r.winner_candidacy_id, 1, NULL)) AS won
     FROM (
       SELECT id, uid, ends_at FROM elections FORCE INDEX (ix_elections_ends_at)
       WHERE ends_at > ? AND ends_at <= ? AND seated_at IS NOT NULL ORDER BY ends_at DESC LIMIT 1
     ) AS e
     STRAIGHT_JOIN current_votes v
       ON v.election_id = e.id AND v.position IN (${everyPosition}) AND v.citizen_id = ?
     STRAIGHT_JOIN candidacies c ON c.id = v.candidacy_id AND ${isNotVoid('c')}
     LEFT JOIN election_results r ON r.election_id = e.id AND r.position = v.position
     GROUP BY e.uid, e.ends_at`,
    [new Date(at.getTime() - newsFor), at, caller.id],
  )
  return row ? { electionId: row.uid, endedAt: row.ends_at.getTime(), votes: row.votes, won: row.won } : null
}

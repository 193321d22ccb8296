import { voterRow, votersLocked, type VoterRow } from '../citizens'
import { column, rowsOf, type RowOf, byKey, distinct, indexBy, type Locks, type Statement } from '../platform'
import { statusColumn } from './columns'
import { electionColumns, electionOf, rawElectionRow, type ElectionRow } from './rows'

/** A request to vote for a candidate. */
export interface BallotRequest {
  /** The citizen's row key. */
  readonly citizenId: string
  /** Public id of the candidate. */
  readonly candidateId: string
  /** Public id of the election, when the voter names it: the candidate must stand in it. */
  readonly electionId?: string | undefined
}

const ballotInputRow = {
  /** Public id of the candidate, and row key of the voter: together they identify a ballot input. */
  uid: column.text,
  citizen_id: column.key.present,
  election_id: column.key,
  /** The position's order, 1 to 9. */
  position: column.integer,
  /** The candidacy of the candidate, and its public counts. */
  candidacy_id: column.key,
  status: statusColumn,
  counted_units: column.integer,
  counted_supporters: column.integer,
  /** Votes that were cast before this instant are in the public counts. */
  as_of: column.instant,
  /** The voter's current vote for that position; all null when there is none. */
  current_id: column.key.nullable,
  current_units: column.integer.nullable,
  voted_at: column.instant.nullable,
  /**
   * Public id of the candidate of the current vote, whether that candidacy is active, and its public counts. A vote for a
   * candidate who withdrew is void.
   */
  left_uid: column.text.nullable,
  left_status: statusColumn.nullable,
  left_units: column.integer.nullable,
  left_supporters: column.integer.nullable,
  /** The voter's weight on the roll; null when the voter is not on it. */
  roll_units: column.integer.nullable,
}

/** Everything that decides one request, besides the election and the voter. Keys are row keys, weights are in tenths. */
export type BallotInput = RowOf<typeof ballotInputRow>

/** The input of a batch's decisions. Rows that another transaction could change are locked. */
export interface BallotInputs {
  /** By row key. An election that another transaction has locked exclusively is missing. */
  readonly elections: ReadonlyMap<string, ElectionRow>
  /** By row key. A voter whom another transaction has locked is missing. */
  readonly voters: ReadonlyMap<string, VoterRow>
  /** By `wishOf`. Missing when the candidate does not exist. */
  readonly inputs: ReadonlyMap<string, BallotInput>
  /** The candidacies whose tally this batch has locked. Null when tallies are locked only at their change. */
  readonly tallies: ReadonlySet<string> | null
}

/** The key of a ballot input. */
export const wishOf = ({ candidateId, citizenId }: Pick<BallotRequest, 'candidateId' | 'citizenId'>): string =>
  `${candidateId} ${citizenId}`

/**
 * The statements that lock and read everything that decides these requests (at least one). No statement needs another's answer,
 * because each depends only on rows that the earlier ones have locked: while the election is locked, no candidate withdraws or
 * changes the position; a locked voter casts no other vote. `ballotInputsIn` reads their rows.
 */
export function ballotInputStatements(requests: readonly BallotRequest[], locks: Locks): Statement[] {
  const uids = distinct(requests.map((one) => one.candidateId))
  const wishes = JSON.stringify(requests.map((one) => [one.candidateId, one.citizenId]))
  return [
    electionsOf(uids, locks.shared),
    votersLocked(distinct(requests.map((one) => one.citizenId)).sort(byKey), locks.exclusive),
    inputsFor(wishes),
    ...(locks.counters === null ? [] : [talliesFor(wishes, locks.counters)]),
  ]
}

/** The ballot inputs from the answers to `ballotInputStatements`. */
export function ballotInputsIn(rows: readonly unknown[], locks: Locks): BallotInputs {
  const [elections, voters, inputs, tallies] = rows
  const electionsHeld = rowsOf(elections, rawElectionRow, 'elections of ballots')
  const inputsRead = rowsOf(inputs, ballotInputRow, 'inputs of ballots')
  return {
    elections: indexBy(electionsHeld.map(electionOf), (row) => row.id),
    voters: indexBy(rowsOf(voters, voterRow, 'voters of ballots'), (row) => row.id),
    inputs: indexBy(inputsRead, (ballotInput) =>
      wishOf({ candidateId: ballotInput.uid, citizenId: ballotInput.citizen_id }),
    ),
    tallies:
      locks.counters === null
        ? null
        : new Set(rowsOf(tallies, { id: column.key }, 'tallies of ballots').map(({ id }) => id)),
  }
}

/**
 * A LIMIT that excludes no row. With one, a derived table keeps the order of its rows, and the locks are taken in that order.
 */
const all = '18446744073709551615'

/** The rows inside a derived table are read without locks, also when tables beside it are locked. */
const electionsOf = (uids: readonly string[], lock: string): Statement => ({
  sql: `SELECT ${electionColumns}
    FROM (SELECT DISTINCT election_id FROM candidacies WHERE uid IN (?) ORDER BY election_id LIMIT ${all}) AS named
    STRAIGHT_JOIN elections ON elections.id = named.election_id ${lock}`,
  values: [uids],
})

/** The requests as a table. Its value is a JSON list of pairs of candidate and citizen. */
const wishTable = `JSON_TABLE(?, '$[*]' COLUMNS (
      uid CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',
      citizen_id BIGINT UNSIGNED PATH '$[1]'
    )) AS wish`

/** Each request becomes a row. Every join uses a whole key, so the cost does not depend on the number of votes. */
const inputsFor = (wishes: string): Statement => ({
  sql: `SELECT named.uid, wish.citizen_id, named.election_id, named.position, named.id AS candidacy_id, named.status,
      counted.weight_units AS counted_units, counted.supporters AS counted_supporters, publication.as_of,
      votes.candidacy_id AS current_id, votes.weight_units AS current_units, votes.voted_at,
      left_one.uid AS left_uid, left_one.status AS left_status, left_count.weight_units AS left_units, left_count.supporters AS left_supporters,
      roll.weight_units AS roll_units
    FROM ${wishTable}
    STRAIGHT_JOIN candidacies AS named ON named.uid = wish.uid
    STRAIGHT_JOIN published_tallies AS counted ON counted.candidacy_id = named.id
    STRAIGHT_JOIN tally_publications AS publication ON publication.election_id = named.election_id
    LEFT JOIN current_votes AS votes ON votes.election_id = named.election_id AND votes.position = named.position
      AND votes.citizen_id = wish.citizen_id
    LEFT JOIN candidacies AS left_one ON left_one.id = votes.candidacy_id
    LEFT JOIN published_tallies AS left_count ON left_count.candidacy_id = votes.candidacy_id
    LEFT JOIN roll_entries AS roll ON roll.election_id = named.election_id AND roll.citizen_id = wish.citizen_id`,
  values: [wishes],
})

/** Locks the tallies of the candidates who gain or lose these votes, in the order of keys. */
const talliesFor = (wishes: string, lock: string): Statement => ({
  sql: `SELECT tallies.candidacy_id AS id
    FROM (
      SELECT named.id FROM ${wishTable} STRAIGHT_JOIN candidacies AS named ON named.uid = wish.uid
      UNION
      SELECT votes.candidacy_id FROM ${wishTable} STRAIGHT_JOIN candidacies AS named ON named.uid = wish.uid
        STRAIGHT_JOIN current_votes AS votes ON votes.election_id = named.election_id
          AND votes.position = named.position AND votes.citizen_id = wish.citizen_id
      ORDER BY id LIMIT ${all}
    ) AS touched
    STRAIGHT_JOIN tallies ON tallies.candidacy_id = touched.id ${lock}`,
  values: [wishes, wishes],
})

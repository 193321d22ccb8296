import { voterRow, votersLocked, type VoterRow } from '../citizens'
import { column, rowsOf, type RowOf, byKey, distinct, indexBy, type Locks, type Statement } from '../platform'
import { statusColumn } from './columns'
import { electionColumns, electionOf, rawElectionRow, type ElectionRow } from './rows'

/** A citizen's wish to vote for a candidate. */
export interface BallotRequest {
  /** The citizen's row key. */
  readonly citizenId: string
  /** Public id of the candidate. */
  readonly candidateId: string
  /** Public id of the election, when the voter names it: the candidate must stand in it. */
  readonly electionId?: string | undefined
}

const paperRow = {
  /** Public id of the candidate who is asked for, and who asks: a paper is found by both. */
  uid: column.text,
  citizen_id: column.key.present,
  election_id: column.key,
  /** The position's order, 1 to 9. */
  position: column.integer,
  /** The candidacy that is asked for, and its public counts. */
  candidacy_id: column.key,
  status: statusColumn,
  counted_units: column.integer,
  counted_supporters: column.integer,
  /** Votes that were cast before this instant are in the public counts. */
  as_of: column.instant,
  /** The voter's current vote for that position; all of these are null where there is none. */
  current_id: column.key.nullable,
  current_units: column.integer.nullable,
  voted_at: column.instant.nullable,
  /** Public id of the candidate whom it is for, whether they stand, and the public counts. A vote for one who withdrew is void. */
  left_uid: column.text.nullable,
  left_status: statusColumn.nullable,
  left_units: column.integer.nullable,
  left_supporters: column.integer.nullable,
  /** The voter's weight on the roll; null for who is not on it. */
  roll_units: column.integer.nullable,
}

/** Everything that one request is decided by, beside the election and the voter. Keys are row keys, weights are in tenths. */
export type BallotPaper = RowOf<typeof paperRow>

/** What a batch of ballots is decided by, locked where somebody else could change it. */
export interface BallotPapers {
  /** By row key; elections that another transaction holds for itself are left out. */
  readonly elections: ReadonlyMap<string, ElectionRow>
  /** By row key; voters whom another transaction holds are left out. */
  readonly voters: ReadonlyMap<string, VoterRow>
  /** By `wishOf`; there is none where the candidate does not exist. */
  readonly papers: ReadonlyMap<string, BallotPaper>
  /** The candidacies whose tally is locked already; null where tallies are waited for when they change. */
  readonly tallies: ReadonlySet<string> | null
}

/** What a paper is found by. */
export const wishOf = ({ candidateId, citizenId }: Pick<BallotRequest, 'candidateId' | 'citizenId'>): string =>
  `${candidateId} ${citizenId}`

/**
 * The statements that lock and read all that requests (at least one) are decided by. They need no answer of each other,
 * because what each looks for is held fast by those before it: while the election is locked no candidate withdraws or changes
 * the position, and a locked voter casts nothing else. `ballotPapersIn` reads their rows.
 */
export function askForBallotPapers(requests: readonly BallotRequest[], locks: Locks): Statement[] {
  const uids = distinct(requests.map((one) => one.candidateId))
  const wishes = JSON.stringify(requests.map((one) => [one.candidateId, one.citizenId]))
  return [
    electionsOf(uids, locks.shared),
    votersLocked(distinct(requests.map((one) => one.citizenId)).sort(byKey), locks.own),
    papersFor(wishes),
    ...(locks.counters === null ? [] : [talliesFor(wishes, locks.counters)]),
  ]
}

/** What the rows of `askForBallotPapers` say. */
export function ballotPapersIn(rows: readonly unknown[], locks: Locks): BallotPapers {
  const [elections, voters, papers, tallies] = rows
  const electionsHeld = rowsOf(elections, rawElectionRow, 'elections of ballots')
  const papersRead = rowsOf(papers, paperRow, 'papers of ballots')
  return {
    elections: indexBy(electionsHeld.map(electionOf), (row) => row.id),
    voters: indexBy(rowsOf(voters, voterRow, 'voters of ballots'), (row) => row.id),
    papers: indexBy(papersRead, (paper) => wishOf({ candidateId: paper.uid, citizenId: paper.citizen_id })),
    tallies:
      locks.counters === null
        ? null
        : new Set(rowsOf(tallies, { id: column.key }, 'tallies of ballots').map(({ id }) => id)),
  }
}

/** A limit that limits nothing: with one, a derived table keeps the order of its rows, and the locks come in that order. */
const all = '18446744073709551615'

/** What a derived table is made of is read without locks, whatever is said of the tables beside it. */
const electionsOf = (uids: readonly string[], lock: string): Statement => ({
  sql: `SELECT ${electionColumns}
    FROM (SELECT DISTINCT election_id FROM candidacies WHERE uid IN (?) ORDER BY election_id LIMIT ${all}) AS named
    STRAIGHT_JOIN elections ON elections.id = named.election_id ${lock}`,
  values: [uids],
})

/** The requests as a table; its value is a JSON list of candidate and citizen. */
const wishTable = `JSON_TABLE(?, '$[*]' COLUMNS (
      uid CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',
      citizen_id BIGINT UNSIGNED PATH '$[1]'
    )) AS wish`

/** Each wish becomes a row; what is joined to it is found by whole keys, however many votes there are. */
const papersFor = (wishes: string): Statement => ({
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

/** Locks the tallies of the candidates whom the wishes go to or would leave, in the order of keys. */
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

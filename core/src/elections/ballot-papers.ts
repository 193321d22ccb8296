import type { CandidacyStatus } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { votersLocked, type VoterRow } from '../citizens/voters'
import { byKey, distinct, indexBy } from '../platform/rows'
import { together, type Statement } from '../platform/together'
import { electionColumns, electionOf, type ElectionRow, type RawElection } from './rows'

/** A citizen's wish to vote for a candidate. */
export interface BallotRequest {
  /** The citizen's row key. */
  readonly citizenId: string
  /** Public id of the candidate. */
  readonly candidateId: string
  /** Public id of the election, when the voter names it: the candidate must stand in it. */
  readonly electionId?: string | undefined
}

/** Everything that one request is decided by, beside the election and the voter. Keys are row keys, weights are in tenths. */
export interface BallotPaper {
  readonly election_id: string
  /** The position's order, 1 to 9. */
  readonly position: number
  /** The candidacy that is asked for, and its public counts. */
  readonly candidacy_id: string
  readonly status: CandidacyStatus
  readonly counted_units: string
  readonly counted_supporters: number
  /** Votes that were cast before this instant are in the public counts. */
  readonly as_of: Date
  /** The voter's current vote for that position; all of these are null where there is none. */
  readonly current_id: string | null
  readonly current_units: number | null
  readonly voted_at: Date | null
  /** Public id of the candidate whom it is for, and the public counts. */
  readonly left_uid: string | null
  readonly left_units: string | null
  readonly left_supporters: number | null
  /** The voter's weight on the roll; null for who is not on it. */
  readonly roll_units: number | null
}

/** What a batch of ballots is decided by, locked where somebody else could change it. */
export interface BallotPapers {
  readonly elections: readonly ElectionRow[]
  /** By row key. */
  readonly voters: ReadonlyMap<string, VoterRow>
  /** In the order of the requests; undefined where the candidate does not exist. */
  readonly papers: readonly (BallotPaper | undefined)[]
}

/**
 * Locks and reads all that requests (at least one) are decided by, in one message. No statement has to wait until the process
 * has read another's answer, because what it looks for is held fast by those before it: while the election is locked no
 * candidate withdraws or changes the position, and a locked voter casts nothing else.
 */
export async function lockBallotPapers(tx: EntityManager, requests: readonly BallotRequest[]): Promise<BallotPapers> {
  const uids = distinct(requests.map((one) => one.candidateId))
  const wishes = JSON.stringify(requests.map((one) => [one.candidateId, one.citizenId]))
  const [elections, voters, papers] = (await together(tx, [
    electionsOf(uids),
    votersLocked(distinct(requests.map((one) => one.citizenId)).sort(byKey)),
    papersFor(wishes),
  ])) as [RawElection[], VoterRow[], (BallotPaper & { ordinal: string | number })[]]
  const byOrdinal = indexBy(papers, (paper) => String(paper.ordinal))
  return {
    elections: elections.map(electionOf),
    voters: indexBy(voters, (row) => row.id),
    papers: requests.map((_, index) => byOrdinal.get(String(index + 1))),
  }
}

/** A limit that limits nothing: with one, a derived table keeps the order of its rows, and the locks come in that order. */
const all = '18446744073709551615'

/** What a derived table is made of is read without locks, whatever is said of the tables beside it. */
const electionsOf = (uids: readonly string[]): Statement => ({
  sql: `SELECT ${electionColumns}
    FROM (SELECT DISTINCT election_id FROM candidacies WHERE uid IN (?) ORDER BY election_id LIMIT ${all}) AS named
    STRAIGHT_JOIN elections ON elections.id = named.election_id LOCK IN SHARE MODE`,
  values: [uids],
})

/** Each wish becomes a row; what is joined to it is found by whole keys, however many votes there are. */
const papersFor = (wishes: string): Statement => ({
  sql: `SELECT wish.ordinal, named.election_id, named.position, named.id AS candidacy_id, named.status,
      counted.weight_units AS counted_units, counted.supporters AS counted_supporters, publication.as_of,
      votes.candidacy_id AS current_id, votes.weight_units AS current_units, votes.voted_at,
      left_one.uid AS left_uid, left_count.weight_units AS left_units, left_count.supporters AS left_supporters,
      roll.weight_units AS roll_units
    FROM JSON_TABLE(?, '$[*]' COLUMNS (
      ordinal FOR ORDINALITY,
      uid CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',
      citizen_id BIGINT UNSIGNED PATH '$[1]'
    )) AS wish
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

import { baseWeightUnits, canVote, positionNumbered, type PositionId } from '@nation/domain/elections'
import { NationError, type Verdict } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import type { JournalDraft } from '../journal/draft'
import { votersLocked, type VoterRow } from '../citizens/voters'
import { byKey, distinct, indexBy } from '../platform/rows'
import { together, type Statement } from '../platform/together'
import {
  candidaciesById,
  candidaciesByUid,
  electionOf,
  electionsStatement,
  type CandidacyRow,
  type ElectionRow,
  type RawElection,
} from './rows'
import { placeOf, writeBallots, type NewBallot, type TallyRow } from './write-ballots'

/** A citizen's wish to vote for a candidate. */
export interface BallotRequest {
  /** The citizen's row key. */
  readonly citizenId: string
  /** Public id of the candidate. */
  readonly candidateId: string
  /** Public id of the election, when the voter names it: the candidate must stand in it. */
  readonly electionId?: string | undefined
}

/** A vote that stands. */
export interface CastBallot {
  readonly electionId: string
  readonly position: PositionId
  readonly candidateId: string
  readonly weightUnits: number
  readonly votedAt: Date
  /** True when it was the citizen's vote already: nothing was changed or appended. */
  readonly repeated: boolean
  /** The candidate whom this vote left. */
  readonly previousCandidateId: string | null
}

export type BallotOutcome =
  { readonly cast: CastBallot; readonly refused?: never } | { readonly refused: NationError; readonly cast?: never }

/** What became of many ballots. */
export interface CastTogether {
  /** In the order of the requests. */
  readonly outcomes: readonly BallotOutcome[]
  /** The counters of every candidate whom one of these ballots went to or left, as this transaction leaves them, by public id. */
  readonly tallies: ReadonlyMap<string, TallyRow>
}

interface WeightRow {
  election_id: string
  citizen_id: string
  weight_units: number
}

interface CurrentVoteRow {
  election_id: string
  position: number
  citizen_id: string
  candidacy_id: string
  weight_units: number
  voted_at: Date
}

/**
 * Casts or switches many votes in the caller's transaction (READ COMMITTED) with a fixed number of statements. Each ballot
 * has an outcome of its own: a bad one is refused alone. A repeat for the same candidate succeeds and appends nothing.
 * Voting for oneself is allowed.
 *
 * Locks, always in this order, within each table by ascending key; withdrawal and rollover keep the same order:
 *   1. elections, shared (whoever closes a phase takes them for itself: it waits for votes in flight, then none can begin)
 *   2. citizens, for update: one citizen's votes come one after the other
 *   3. candidacies, old and new, shared (a withdrawal takes its row for itself)
 *   4. current_votes and ballots, rows of the locked citizens only
 *   5. tallies
 * The time is read while the elections are locked, so a vote is before the deadline or not, whatever the queue before it.
 * What does not wait for an answer travels together: the whole usually takes four messages, where the connection takes several
 * statements at once.
 *
 * @param now the nation's time; read once, after elections and voters are locked
 */
export async function castBallots(
  tx: EntityManager,
  now: () => Date,
  journal: JournalDraft,
  requests: readonly BallotRequest[],
): Promise<CastTogether> {
  const named = await candidaciesByUid(tx, distinct(requests.map((request) => request.candidateId)))
  const voterIds = distinct(requests.map((request) => request.citizenId)).sort(byKey)
  const { elections, voters, current, weights } = await lockElectionsAndVoters(tx, named, voterIds)
  const at = now()
  const choices = await lockChoices(tx, named, voterIds, current)

  const batch = new Batch(
    at,
    indexBy(elections, (one) => one.id),
    voters,
    choices.candidacies,
    choices.current,
    weights,
  )
  const outcomes = requests.map((request) => batch.cast(request))
  const rows = await writeBallots(tx, at, batch.ballots, [...batch.touched].sort(byKey))
  tellJournal(journal, batch, elections)
  return { outcomes, tallies: indexBy(rows, (row) => choices.candidacies.get(row.candidacy_id)?.uid ?? '') }
}

/** Decides ballots one after the other against the locked state, which it keeps up to date as it goes. */
class Batch {
  readonly ballots: NewBallot[] = []
  /** Row keys of the candidacies that the accepted ballots go to or leave, also when a ballot repeats what stands. */
  readonly touched = new Set<string>()
  readonly #byUid: Map<string, CandidacyRow>

  constructor(
    readonly at: Date,
    readonly elections: ReadonlyMap<string, ElectionRow>,
    readonly voters: ReadonlyMap<string, VoterRow>,
    readonly candidacies: ReadonlyMap<string, CandidacyRow>,
    readonly current: Map<string, CurrentVoteRow>,
    readonly weights: ReadonlyMap<string, number>,
  ) {
    this.#byUid = indexBy([...candidacies.values()], (one) => one.uid)
  }

  cast(request: BallotRequest): BallotOutcome {
    const candidacy = this.#byUid.get(request.candidateId)
    const election = candidacy && this.elections.get(candidacy.electionId)
    if (!candidacy || !election) return { refused: new NationError('candidate_not_found') }
    if (request.electionId !== undefined && request.electionId !== election.uid) {
      return { refused: new NationError('wrong_election') }
    }
    const voter = this.voters.get(request.citizenId)
    if (!voter) return { refused: new NationError('citizen_not_found') }
    const verdict = this.#verdict(voter, election, candidacy)
    if (!verdict.allowed) return { refused: new NationError(verdict.code, verdict.facts) }
    return { cast: this.#record(voter, election, candidacy) }
  }

  #verdict(voter: VoterRow, election: ElectionRow, candidacy: CandidacyRow): Verdict {
    const state = { position: positionNumbered(candidacy.position).id, status: candidacy.status }
    return canVote({ xCreatedAt: voter.x_created_at, votesFrom: voter.votes_from }, election, state, this.at)
  }

  #record(voter: VoterRow, election: ElectionRow, candidacy: CandidacyRow): CastBallot {
    const place = placeOf(election.id, candidacy.position, voter.id)
    const before = this.current.get(place)
    const repeated = before?.candidacy_id === candidacy.id
    const weightUnits = before?.weight_units ?? this.weights.get(`${election.id}:${voter.id}`) ?? baseWeightUnits
    const previousId = repeated ? null : (before?.candidacy_id ?? null)
    this.touched.add(candidacy.id)
    if (previousId !== null) this.touched.add(previousId)
    if (!repeated) {
      this.ballots.push({
        electionId: election.id,
        position: candidacy.position,
        citizenId: voter.id,
        candidacyId: candidacy.id,
        previousId,
        weightUnits,
      })
      this.current.set(place, {
        election_id: election.id,
        position: candidacy.position,
        citizen_id: voter.id,
        candidacy_id: candidacy.id,
        weight_units: weightUnits,
        voted_at: this.at,
      })
    }
    return {
      electionId: election.uid,
      position: positionNumbered(candidacy.position).id,
      candidateId: candidacy.uid,
      weightUnits,
      votedAt: repeated ? before.voted_at : this.at,
      repeated,
      previousCandidateId: previousId === null ? null : (this.candidacies.get(previousId)?.uid ?? null),
    }
  }
}

/** Withdrawals cannot outrun a voter for ever; votes that no lock explains must not hold locks for ever. */
const mostAttempts = 10

/**
 * Locks the elections, then the voters, and reads what these voted for and what they weigh: their votes change only under their
 * locks, and the roll is frozen.
 */
async function lockElectionsAndVoters(tx: EntityManager, named: readonly CandidacyRow[], voterIds: readonly string[]) {
  const electionIds = distinct(named.map((one) => one.electionId)).sort(byKey)
  const nothing: [RawElection[], VoterRow[], CurrentVoteRow[], WeightRow[]] = [[], [], [], []]
  const [elections, voters, current, weights] =
    named.length === 0 || voterIds.length === 0
      ? nothing
      : ((await together(tx, [
          electionsStatement(electionIds, 'LOCK IN SHARE MODE'),
          votersLocked(voterIds),
          currentVotes(named, voterIds),
          {
            sql: 'SELECT election_id, citizen_id, weight_units FROM roll_entries WHERE election_id IN (?) AND citizen_id IN (?)',
            values: [electionIds, voterIds],
          },
        ])) as typeof nothing)
  return {
    elections: elections.map(electionOf),
    voters: indexBy(voters, (row) => row.id),
    current: byPlace(current),
    weights: new Map(weights.map((row) => [`${row.election_id}:${row.citizen_id}`, row.weight_units])),
  }
}

/**
 * Locks the candidacies that the ballots go to and those that they leave. What was read before the lock may have changed
 * by then (a withdrawal voided a vote, a candidate without votes moved to another position): then it is read once more.
 */
async function lockChoices(
  tx: EntityManager,
  named: readonly CandidacyRow[],
  voterIds: readonly string[],
  read: Map<string, CurrentVoteRow>,
) {
  let candidacies: ReadonlyMap<string, CandidacyRow> = indexBy(named, (one) => one.id)
  let current = read
  for (let attempt = 1; ; attempt++) {
    const left = [...current.values()].map((vote) => vote.candidacy_id)
    const ids = distinct([...named.map((one) => one.id), ...left]).sort(byKey)
    const locked = indexBy(await candidaciesById(tx, ids, 'LOCK IN SHARE MODE'), (one) => one.id)
    const moved = named.some((one) => locked.get(one.id)?.position !== candidacies.get(one.id)?.position)
    const voided = left.some((id) => locked.get(id)?.status === 'withdrawn')
    if (!moved && !voided) return { candidacies: locked, current }
    if (attempt === mostAttempts) throw new NationError('busy')
    candidacies = locked
    const { sql, values } = currentVotes([...candidacies.values()], voterIds)
    current = byPlace(await tx.query(sql, [...values]))
  }
}

/** The voters' current votes for the positions that these candidacies are for. */
const currentVotes = (candidacies: readonly CandidacyRow[], voterIds: readonly string[]): Statement => ({
  sql: `SELECT election_id, position, citizen_id, candidacy_id, weight_units, voted_at FROM current_votes
     WHERE election_id IN (?) AND position IN (?) AND citizen_id IN (?)`,
  values: [
    distinct(candidacies.map((one) => one.electionId)),
    distinct(candidacies.map((one) => one.position)),
    voterIds,
  ],
})

const byPlace = (rows: readonly CurrentVoteRow[]) =>
  indexBy(rows, (row) => placeOf(row.election_id, row.position, row.citizen_id))

/**
 * Tells everybody which candidates' counts changed, and each voter, alone, that the vote stands. What everybody reads says
 * nothing of who voted, and neither says for whom.
 */
function tellJournal(journal: JournalDraft, batch: Batch, elections: readonly ElectionRow[]): void {
  for (const election of elections) {
    const ballots = batch.ballots.filter((ballot) => ballot.electionId === election.id)
    if (ballots.length === 0) continue
    const touched = distinct(ballots.flatMap((one) => [one.candidacyId, one.previousId ?? one.candidacyId]))
    const candidateIds = touched.flatMap((id) => batch.candidacies.get(id)?.uid ?? [])
    journal.add({
      kind: 'elections.tally-changed',
      subject: election.uid,
      facts: { electionId: election.uid, candidateIds },
    })
    for (const [position, audience] of votersByPosition(batch, ballots)) {
      journal.add({
        kind: 'elections.voted',
        subject: election.uid,
        facts: { electionId: election.uid, position },
        audience,
      })
    }
  }
}

/** Who voted for which position: each is told in a row that all of them share. */
function votersByPosition(
  batch: Batch,
  ballots: readonly NewBallot[],
): Map<PositionId, Record<string, Record<string, never>>> {
  const voters = new Map<PositionId, Record<string, Record<string, never>>>()
  for (const ballot of ballots) {
    const voter = batch.voters.get(ballot.citizenId)
    if (!voter) continue
    const position = positionNumbered(ballot.position).id
    const listed = voters.get(position) ?? {}
    listed[voter.uid] = {}
    voters.set(position, listed)
  }
  return voters
}

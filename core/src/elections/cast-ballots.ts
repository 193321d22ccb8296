import { baseWeightUnits, canVote, positionNumbered, type PositionId } from '@nation/domain/elections'
import { NationError, type Verdict } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { type JournalDraft, citizenGone, waitForLocks, inOneMessage, type Statement } from '../platform'
import type { VoterRow } from '../citizens'
import {
  ballotInputStatements,
  ballotInputsIn,
  wishOf,
  type BallotInput,
  type BallotInputs,
  type BallotRequest,
} from './ballot-inputs'
import type { ElectionRow } from './rows'
import { ballotsWritten, placeOf, type Counters, type NewBallot } from './write-ballots'

/** The answer to an accepted vote. */
export interface CastBallot {
  readonly electionId: string
  readonly position: PositionId
  readonly candidateId: string
  readonly weightUnits: number
  readonly votedAt: Date
  /** True when the citizen had voted for this candidate already: nothing was changed or appended. */
  readonly repeated: boolean
  /** The candidate for whom the citizen had voted before. */
  readonly previousCandidateId: string | null
  /**
   * False when the citizen's previous vote is not in the public counts yet. The effect of this vote on the counts is then unknown
   * here.
   */
  readonly followsPublished: boolean
}

export type BallotOutcome =
  | { readonly cast: CastBallot; readonly refused?: never; readonly locked?: never }
  | { readonly refused: NationError; readonly cast?: never; readonly locked?: never }
  | { readonly locked: string; readonly cast?: never; readonly refused?: never }

/** The result of a batch of ballots. */
export interface CastBatch {
  /** In the order of the requests. `locked` names a row that another transaction has locked; that ballot was not cast. */
  readonly outcomes: readonly BallotOutcome[]
  /** The public counts of the candidates who gain or lose these votes, by public id, without the ballots of this batch. */
  readonly published: ReadonlyMap<string, PublicCounts>
  /** The statements that write the ballots, and those that change the tallies. */
  readonly writes: readonly Statement[]
  readonly counters: readonly Statement[]
}

/** The public counts of a candidate, and their instant. */
export interface PublicCounts extends Counters {
  readonly asOf: Date
}

/**
 * Casts or switches many votes in the caller's transaction (READ COMMITTED) with a fixed number of statements. Each ballot has a
 * result of its own: an invalid one is refused alone. A second vote for the same candidate succeeds and appends nothing. Citizens
 * may vote for themselves.
 *
 * Locks, always in this order; withdrawal and rollover use the same order:
 *   1. elections, shared (the rollover, a withdrawal and a move to another position lock the election exclusively: they
 *      wait for votes in flight; then no vote can begin)
 *   2. citizens, for update, by ascending key: the votes of one citizen run one after the other
 *   3. ballots and current_votes, rows of the locked citizens only
 *   4. tallies, by ascending key, at the very end
 * The time is read while elections and citizens are locked, so the deadline is exact, however long the vote waited.
 *
 * This function waits for its locks. The call `votes.cast` does the same in two messages and waits only for the tallies
 * (`votes.service.ts`).
 *
 * @param now the nation's time; read once
 */
export async function castBallots(
  tx: EntityManager,
  now: () => Date,
  journal: JournalDraft,
  requests: readonly BallotRequest[],
): Promise<CastBatch> {
  if (requests.length === 0) return { outcomes: [], published: new Map(), writes: [], counters: [] }
  const rows = await inOneMessage(tx, ballotInputStatements(requests, waitForLocks))
  const done = decideBallots(now(), journal, requests, ballotInputsIn(rows, waitForLocks))
  await inOneMessage(tx, [...done.writes, ...done.counters])
  return { ...done, outcomes: done.outcomes.map((one) => (one.locked === undefined ? one : citizenGone)) }
}

/**
 * Decides ballots from the rows that were locked and read. Returns the statements that write, and adds entries to the journal's
 * draft.
 */
export function decideBallots(
  at: Date,
  journal: JournalDraft,
  requests: readonly BallotRequest[],
  inputs: BallotInputs,
): CastBatch {
  const batch = new Batch(at, inputs)
  const outcomes = requests.map((request) => batch.cast(request))
  writeBallotEvents(journal, batch)
  return { outcomes, published: batch.published(), ...ballotsWritten(at, batch.ballots) }
}

/** The citizen's present vote for a position, from before or from this batch. */
interface CurrentVote {
  readonly candidacyId: string
  readonly weightUnits: number
  readonly votedAt: Date
}

/** Decides ballots one after the other from the locked rows. Each decision sees the ones before it. */
class Batch {
  readonly ballots: NewBallot[] = []
  /** The candidates who gain or lose its votes, with their public counts, by row key. */
  readonly candidates = new Map<string, PublicCounts & { readonly uid: string }>()
  readonly #current = new Map<string, CurrentVote>()

  constructor(
    readonly at: Date,
    readonly locked: BallotInputs,
  ) {}

  cast(request: BallotRequest): BallotOutcome {
    const ballotInput = this.locked.inputs.get(wishOf(request))
    if (!ballotInput) return { refused: new NationError('candidate_not_found') }
    const election = this.locked.elections.get(ballotInput.election_id)
    // Rows of elections and citizens are never deleted. One that is missing among the locked rows is locked by another
    // transaction.
    if (!election) return { locked: `elections ${ballotInput.election_id}` }
    if (request.electionId !== undefined && request.electionId !== election.uid) {
      return { refused: new NationError('wrong_election') }
    }
    const voter = this.locked.voters.get(request.citizenId)
    if (!voter) return { locked: `citizens ${request.citizenId}` }
    const verdict = this.#verdict(voter, election, ballotInput)
    if (!verdict.allowed) return { refused: new NationError(verdict.code, verdict.facts) }
    const locked = this.#lockedTally(election, voter, ballotInput)
    return locked === undefined
      ? { cast: this.#record(request, voter, election, ballotInput) }
      : { locked: `tallies ${locked}` }
  }

  /** Of the candidacies that gain or lose this vote, the one whose tally another transaction has locked. */
  #lockedTally(election: ElectionRow, voter: VoterRow, ballotInput: BallotInput): string | undefined {
    const { tallies } = this.locked
    if (tallies === null) return undefined
    const place = placeOf(election.id, ballotInput.position, voter.id)
    const left = (this.#current.get(place) ?? currentVoteOn(ballotInput))?.candidacyId
    if (left === ballotInput.candidacy_id) return undefined
    return [ballotInput.candidacy_id, left].find((id) => id !== undefined && !tallies.has(id))
  }

  #verdict(voter: VoterRow, election: ElectionRow, { position, status }: BallotInput): Verdict {
    const state = { position: positionNumbered(position).id, status }
    return canVote({ xCreatedAt: voter.x_created_at, votesFrom: voter.votes_from }, election, state, this.at)
  }

  #record(
    { candidateId }: BallotRequest,
    voter: VoterRow,
    election: ElectionRow,
    ballotInput: BallotInput,
  ): CastBallot {
    const { position, candidacy_id: candidacyId } = ballotInput
    const place = placeOf(election.id, position, voter.id)
    const before = this.#current.get(place) ?? currentVoteOn(ballotInput)
    const repeated = before?.candidacyId === candidacyId
    const weightUnits = before?.weightUnits ?? ballotInput.roll_units ?? baseWeightUnits
    const previousId = repeated ? null : (before?.candidacyId ?? null)
    this.#note(candidateId, ballotInput)
    if (!repeated) {
      this.ballots.push({
        electionId: election.id,
        position,
        citizenId: voter.id,
        candidacyId,
        previousId,
        weightUnits,
      })
      this.#current.set(place, { candidacyId, weightUnits, votedAt: this.at })
    }
    return {
      electionId: election.uid,
      position: positionNumbered(position).id,
      candidateId,
      weightUnits,
      votedAt: repeated ? before.votedAt : this.at,
      repeated,
      previousCandidateId: previousId === null ? null : (this.candidates.get(previousId)?.uid ?? null),
      followsPublished: before === undefined || before.votedAt < ballotInput.as_of,
    }
  }

  #note(candidateId: string, ballotInput: BallotInput): void {
    const { candidacy_id, counted_units, counted_supporters, as_of: asOf } = ballotInput
    this.candidates.set(candidacy_id, {
      uid: candidateId,
      weightUnits: counted_units,
      supporters: counted_supporters,
      asOf,
    })
    const { left_uid, left_units, left_supporters } = ballotInput
    const current = currentVoteOn(ballotInput)
    if (!current || left_uid === null || left_units === null || left_supporters === null) return
    this.candidates.set(current.candidacyId, {
      uid: left_uid,
      weightUnits: left_units,
      supporters: left_supporters,
      asOf,
    })
  }

  /** The public counts by public id. */
  published(): Map<string, PublicCounts> {
    return new Map([...this.candidates.values()].map((counts) => [counts.uid, counts]))
  }
}

/** The current vote on a ballot input. A vote for a candidate who withdrew is void, even while its row exists. */
const currentVoteOn = ({ current_id, current_units, voted_at, left_status }: BallotInput): CurrentVote | undefined =>
  current_id === null || current_units === null || voted_at === null || left_status === 'withdrawn'
    ? undefined
    : { candidacyId: current_id, weightUnits: current_units, votedAt: voted_at }

/**
 * Adds an event for each voter that only this voter receives. Public counts change only with a publication, so that no single
 * vote is visible; and no event says for whom a citizen voted.
 */
function writeBallotEvents(journal: JournalDraft, batch: Batch): void {
  for (const election of batch.locked.elections.values()) {
    const ballots = batch.ballots.filter((ballot) => ballot.electionId === election.id)
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

/** The voters and their positions. One journal entry contains all of them; each voter receives only their own part. */
function votersByPosition(
  batch: Batch,
  ballots: readonly NewBallot[],
): Map<PositionId, Record<string, Record<string, never>>> {
  const voters = new Map<PositionId, Record<string, Record<string, never>>>()
  for (const ballot of ballots) {
    const voter = batch.locked.voters.get(ballot.citizenId)
    if (!voter) continue
    const position = positionNumbered(ballot.position).id
    // An object without a prototype is a hash table from the first entry on. A plain object that grows key by key is slow.
    const listed = voters.get(position) ?? (Object.create(null) as Record<string, Record<string, never>>)
    listed[voter.uid] = {}
    voters.set(position, listed)
  }
  return voters
}

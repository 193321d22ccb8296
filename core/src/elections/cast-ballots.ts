import { baseWeightUnits, canVote, positionNumbered, type PositionId } from '@nation/domain/elections'
import { NationError, type Verdict } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { type JournalDraft, missing, waiting, inOneMessage, type Statement } from '../platform'
import type { VoterRow } from '../citizens'
import {
  askForBallotPapers,
  ballotPapersIn,
  wishOf,
  type BallotPaper,
  type BallotPapers,
  type BallotRequest,
} from './ballot-papers'
import type { ElectionRow } from './rows'
import { ballotsWritten, placeOf, type Counters, type NewBallot } from './write-ballots'

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
  /** False when the vote before this one is not in the public counts yet: they do not tell then what this one changes. */
  readonly followsPublished: boolean
}

export type BallotOutcome =
  | { readonly cast: CastBallot; readonly refused?: never; readonly held?: never }
  | { readonly refused: NationError; readonly cast?: never; readonly held?: never }
  | { readonly held: string; readonly cast?: never; readonly refused?: never }

/** What became of many ballots. */
export interface CastBatch {
  /** In the order of the requests; `held` names a row that another transaction holds: that ballot was not cast. */
  readonly outcomes: readonly BallotOutcome[]
  /** The public counts of those whom these ballots go to or leave, by public id. No ballot of this batch is in them. */
  readonly published: ReadonlyMap<string, PublicCounts>
  /** The statements that write the ballots, and those that change the tallies. */
  readonly writes: readonly Statement[]
  readonly counters: readonly Statement[]
}

/** Public counts of a candidate, and the instant that they are of. */
export interface PublicCounts extends Counters {
  readonly asOf: Date
}

/**
 * Casts or switches many votes in the caller's transaction (READ COMMITTED) with a fixed number of statements. Each ballot
 * has an outcome of its own: a bad one is refused alone. A repeat for the same candidate succeeds and appends nothing.
 * Voting for oneself is allowed.
 *
 * Locks, always in this order; withdrawal and rollover keep the same order:
 *   1. elections, shared (whoever closes a phase, withdraws or moves to another position takes the election for themselves: they
 *      wait for votes in flight, then none can begin)
 *   2. citizens, for update, by ascending key: one citizen's votes come one after the other
 *   3. ballots and current_votes, rows of the locked citizens only
 *   4. tallies, by ascending key, at the very end
 * The time is read while the first two are locked, so a vote is before the deadline or not, whatever the queue before it.
 *
 * This function waits for its locks. The call `votes.cast` does the same in two messages and waits for the tallies alone
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
  const rows = await inOneMessage(tx, askForBallotPapers(requests, waiting))
  const done = decideBallots(now(), journal, requests, ballotPapersIn(rows, waiting))
  await inOneMessage(tx, [...done.writes, ...done.counters])
  return { ...done, outcomes: done.outcomes.map((one) => (one.held === undefined ? one : missing)) }
}

/** Decides ballots by what was locked and read; what is to be written is in the answer, and in the journal's draft. */
export function decideBallots(
  at: Date,
  journal: JournalDraft,
  requests: readonly BallotRequest[],
  papers: BallotPapers,
): CastBatch {
  const batch = new Batch(at, papers)
  const outcomes = requests.map((request) => batch.cast(request))
  tellJournal(journal, batch)
  return { outcomes, published: batch.published(), ...ballotsWritten(at, batch.ballots) }
}

/** A vote for a position that stands, before or through this batch. */
interface StandingVote {
  readonly candidacyId: string
  readonly weightUnits: number
  readonly votedAt: Date
}

/** Decides ballots one after the other against the locked state; what it decided is known to the next ones. */
class Batch {
  readonly ballots: NewBallot[] = []
  /** The candidates whom its ballots go to or leave, with their public counts, by row key. */
  readonly candidates = new Map<string, PublicCounts & { readonly uid: string }>()
  readonly #standing = new Map<string, StandingVote>()

  constructor(
    readonly at: Date,
    readonly locked: BallotPapers,
  ) {}

  cast(request: BallotRequest): BallotOutcome {
    const paper = this.locked.papers.get(wishOf(request))
    if (!paper) return { refused: new NationError('candidate_not_found') }
    const election = this.locked.elections.get(paper.election_id)
    // Elections and citizens are never removed: one that is not among the locked rows is held by another transaction.
    if (!election) return { held: `elections ${paper.election_id}` }
    if (request.electionId !== undefined && request.electionId !== election.uid) {
      return { refused: new NationError('wrong_election') }
    }
    const voter = this.locked.voters.get(request.citizenId)
    if (!voter) return { held: `citizens ${request.citizenId}` }
    const verdict = this.#verdict(voter, election, paper)
    if (!verdict.allowed) return { refused: new NationError(verdict.code, verdict.facts) }
    const held = this.#heldTally(election, voter, paper)
    return held === undefined ? { cast: this.#record(request, voter, election, paper) } : { held: `tallies ${held}` }
  }

  /** The candidacy among those that the vote goes to or leaves whose tally another transaction holds. */
  #heldTally(election: ElectionRow, voter: VoterRow, paper: BallotPaper): string | undefined {
    const { tallies } = this.locked
    if (tallies === null) return undefined
    const place = placeOf(election.id, paper.position, voter.id)
    const left = (this.#standing.get(place) ?? standingOn(paper))?.candidacyId
    if (left === paper.candidacy_id) return undefined
    return [paper.candidacy_id, left].find((id) => id !== undefined && !tallies.has(id))
  }

  #verdict(voter: VoterRow, election: ElectionRow, { position, status }: BallotPaper): Verdict {
    const state = { position: positionNumbered(position).id, status }
    return canVote({ xCreatedAt: voter.x_created_at, votesFrom: voter.votes_from }, election, state, this.at)
  }

  #record({ candidateId }: BallotRequest, voter: VoterRow, election: ElectionRow, paper: BallotPaper): CastBallot {
    const { position, candidacy_id: candidacyId } = paper
    const place = placeOf(election.id, position, voter.id)
    const before = this.#standing.get(place) ?? standingOn(paper)
    const repeated = before?.candidacyId === candidacyId
    const weightUnits = before?.weightUnits ?? paper.roll_units ?? baseWeightUnits
    const previousId = repeated ? null : (before?.candidacyId ?? null)
    this.#note(candidateId, paper)
    if (!repeated) {
      this.ballots.push({
        electionId: election.id,
        position,
        citizenId: voter.id,
        candidacyId,
        previousId,
        weightUnits,
      })
      this.#standing.set(place, { candidacyId, weightUnits, votedAt: this.at })
    }
    return {
      electionId: election.uid,
      position: positionNumbered(position).id,
      candidateId,
      weightUnits,
      votedAt: repeated ? before.votedAt : this.at,
      repeated,
      previousCandidateId: previousId === null ? null : (this.candidates.get(previousId)?.uid ?? null),
      followsPublished: before === undefined || before.votedAt < paper.as_of,
    }
  }

  #note(candidateId: string, paper: BallotPaper): void {
    const { candidacy_id, counted_units, counted_supporters, as_of: asOf } = paper
    this.candidates.set(candidacy_id, {
      uid: candidateId,
      weightUnits: counted_units,
      supporters: counted_supporters,
      asOf,
    })
    const { left_uid, left_units, left_supporters } = paper
    const standing = standingOn(paper)
    if (!standing || left_uid === null || left_units === null || left_supporters === null) return
    this.candidates.set(standing.candidacyId, {
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

/** The vote that a paper says stands: one for a candidate who withdrew is void, also while its row is there. */
const standingOn = ({ current_id, current_units, voted_at, left_status }: BallotPaper): StandingVote | undefined =>
  current_id === null || current_units === null || voted_at === null || left_status === 'withdrawn'
    ? undefined
    : { candidacyId: current_id, weightUnits: current_units, votedAt: voted_at }

/**
 * Tells each voter, alone, that the vote stands. What everybody is told of counts comes with their publication, so that no
 * vote is told apart; and nothing says for whom somebody voted.
 */
function tellJournal(journal: JournalDraft, batch: Batch): void {
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

/** Who voted for which position: each is told in a row that all of them share. */
function votersByPosition(
  batch: Batch,
  ballots: readonly NewBallot[],
): Map<PositionId, Record<string, Record<string, never>>> {
  const voters = new Map<PositionId, Record<string, Record<string, never>>>()
  for (const ballot of ballots) {
    const voter = batch.locked.voters.get(ballot.citizenId)
    if (!voter) continue
    const position = positionNumbered(ballot.position).id
    // Without a prototype, and so a table from its first entry on: an object that grows key by key is slow.
    const listed = voters.get(position) ?? (Object.create(null) as Record<string, Record<string, never>>)
    listed[voter.uid] = {}
    voters.set(position, listed)
  }
  return voters
}

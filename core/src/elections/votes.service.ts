import { eligibleToVote, displayTokens, positionNumbered, votesOf, type PositionId } from '@nation/domain/elections'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { Citizen } from '../citizens'
import type { CitizenContext, BatchRequest, BatchService, Outcome } from '../platform'
import { ballotInputStatements, ballotInputsIn, type BallotRequest } from './ballot-inputs'
import { electionMeant, latestEnded, openOrNext } from './calendar'
import { ownVotes, userVotesOf } from './candidate-views'
import { decideBallots, type BallotOutcome, type CastBallot, type CastBatch } from './cast-ballots'
import { Election } from './election.entity'
import { candidaciesByUid } from './rows'
import { withUncounted } from './uncounted'
import { basisOf, weightView } from './weight.service'

type CastInput = CallInput<'votes.cast'>

const ballotOf = ({ caller, input }: BatchRequest<CastInput>): BallotRequest => ({
  citizenId: caller.id,
  candidateId: input.candidateId,
  electionId: input.electionId,
})

/**
 * `votes.cast` for a batch: votes for a candidate, or moves of a vote (ruling: votes final?). Each request has a result of its
 * own; the contract lists the refusals. For locks and their order see `castBallots`.
 */
export const castVotes: BatchService<CastInput, CallOutput<'votes.cast'>> = {
  statements: (requests, locks) => ballotInputStatements(requests.map(ballotOf), locks),
  decide: (ctx, requests, rows, locks) => {
    const inputs = ballotInputsIn(rows, locks)
    const { outcomes, published, writes, counters } = decideBallots(
      ctx.now(),
      ctx.journal,
      requests.map(ballotOf),
      inputs,
    )
    return { outcomes: answersTo(outcomes, published), writes, counters }
  },
}

/** Equal votes share one answer object. */
function answersTo(
  outcomes: readonly BallotOutcome[],
  published: CastBatch['published'],
): Outcome<CallOutput<'votes.cast'>>[] {
  const answers = new Map<string, CallOutput<'votes.cast'>>()
  return outcomes.map((outcome) => {
    const { cast } = outcome
    if (!cast) return outcome
    const { candidateId, previousCandidateId, weightUnits, repeated, votedAt, followsPublished } = cast
    const alike = [candidateId, previousCandidateId, weightUnits, repeated, votedAt.getTime(), followsPublished].join()
    const answer = answers.get(alike) ?? presentCast(cast, published)
    answers.set(alike, answer)
    return { answer }
  })
}

type Answered = CallOutput<'votes.cast'>['candidates']

/**
 * The counts of the candidates who gain or lose a vote, as its voter sees them: the public counts with this vote. When the
 * voter's previous vote is not in the public counts yet, the sum of both is unknown here, and the answer leaves the counts out.
 */
function countsAfter(cast: CastBallot, published: CastBatch['published']): Answered {
  if (!cast.followsPublished) return []
  const { candidateId, previousCandidateId: leftId, weightUnits, repeated, votedAt } = cast
  const touched = leftId === null ? [candidateId] : [candidateId, leftId]
  return touched.flatMap((id) => {
    const counts = published.get(id)
    if (!counts) return []
    const view = {
      id,
      status: 'active',
      votes: votesOf(counts.weightUnits),
      supportersCount: counts.supporters,
      countsAsOf: counts.asOf.getTime(),
      uncounted: null,
    }
    const sign = id === candidateId ? 1 : -1
    return withUncounted(view, repeated ? undefined : { weightUnits: sign * weightUnits, supporters: sign, votedAt })
  })
}

function presentCast(cast: CastBallot, published: CastBatch['published']): CallOutput<'votes.cast'> {
  return {
    success: true,
    electionId: cast.electionId,
    position: cast.position,
    candidateId: cast.candidateId,
    hasVoted: true,
    voteWeight: votesOf(cast.weightUnits),
    votedAt: cast.votedAt.getTime(),
    switched: cast.previousCandidateId !== null,
    repeated: cast.repeated,
    previousCandidateId: cast.previousCandidateId,
    candidates: countsAfter(cast, published),
  }
}

/**
 * The caller's current votes, their weight with its reason, and whether the caller may vote.
 * @throws NationError `election_not_found`, `candidate_not_found` for a named one that does not exist
 */
export async function voteStatus(
  ctx: CitizenContext,
  input: CallInput<'votes.status'>,
): Promise<CallOutput<'votes.status'>> {
  const now = ctx.now()
  const asked = await whatIsAsked(ctx.tx, input, now)
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  const votes = asked.election ? await ownVotes(ctx, asked.election.id) : []
  const vote = asked.position ? votes.find((one) => one.position === asked.position) : votes[0]
  const weight = await weightOf(ctx.tx, asked.election, citizen)
  const { eligible, reasons } = eligibleToVote(citizen, now)
  return {
    success: true,
    electionId: asked.election?.uid ?? null,
    hasVoted: vote !== undefined,
    voteWeight: vote ? votesOf(vote.weightUnits) : weight.multiplier,
    votedAt: vote?.votedAt.getTime() ?? null,
    userVotes: userVotesOf(votes),
    eligibleToVote: eligible,
    reasons: [...reasons],
    weight,
    now: now.getTime(),
  }
}

interface Asked {
  readonly election: Election | null
  readonly position: PositionId | undefined
}

async function whatIsAsked(tx: EntityManager, input: CallInput<'votes.status'>, now: Date): Promise<Asked> {
  if (input.candidateId !== undefined) {
    const [candidacy] = await candidaciesByUid(tx, [input.candidateId])
    if (!candidacy) throw new NationError('candidate_not_found')
    const election = await tx.getRepository(Election).findOneByOrFail({ id: candidacy.electionId })
    return { election, position: positionNumbered(candidacy.position).id }
  }
  const election = input.electionId
    ? await electionMeant(tx, input.electionId, now)
    : ((await openOrNext(tx, now)) ?? (await latestEnded(tx, now)))
  return { election, position: input.position }
}

/** The weight by the same basis as `votes.weight`. */
async function weightOf(
  tx: EntityManager,
  election: Election | null,
  citizen: Citizen,
): Promise<CallOutput<'votes.status'>['weight']> {
  const basis = await basisOf(tx, election, citizen)
  const { multiplier, tier, tierTitle } = weightView(basis.weightUnits)
  return {
    multiplier,
    tier,
    tierTitle,
    onRoll: basis.frozen && basis.takenAt !== null,
    balance: displayTokens(basis.balance),
    balanceBaseUnits: basis.balance.toString(),
    takenAt: basis.takenAt?.getTime() ?? null,
    lastKnown: basis.because === 'last_known',
  }
}

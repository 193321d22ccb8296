import {
  eligibleToVote,
  positions,
  takingVotes,
  votingOpen,
  votingSpan,
  type PositionId,
} from '@nation/domain/elections'
import type { CallOutput, OwnPart } from '@nation/domain/contract'
import type { EntityManager } from 'typeorm'
import { Citizen } from '../citizens'
import { candidateCounts, openOrNext, ownVotes, type CandidateCounts, type Election } from '../elections'
import { interviewFigures } from '../interviews'
import type { CitizenContext, Context } from '../platform'
import { countActivePolls, countVotedActivePolls } from '../polls'

type Overview = CallOutput<'participation.overview'>

/** `participation.overview`: what is open at the moment. */
export async function openNow(ctx: Context): Promise<Overview> {
  const now = ctx.now()
  const election = await openElection(ctx.tx, now)
  const { active } = await interviewFigures(ctx.tx, null)
  return {
    success: true,
    election: election && presentElection(election, await votedOn(ctx.tx, election, now)),
    activePolls: await countActivePolls(ctx.tx, now),
    activeInterviews: active,
    you: null,
    now: now.getTime(),
  }
}

/** The election that is under way. */
export async function openElection(tx: EntityManager, now: Date): Promise<Election | null> {
  const next = await openOrNext(tx, now)
  return next && next.startsAt <= now ? next : null
}

/** The positions of an election that take votes now, by how many candidates stand for each; all of one phase. */
export function votedPositions(election: Election, counts: CandidateCounts | undefined, now: Date): PositionId[] {
  const open = positions.filter(({ id }) => votingOpen(election, id, now).allowed)
  return takingVotes(open.map(({ id }) => ({ id, candidateCount: counts?.[id] ?? 0 }))).map(({ id }) => id)
}

const votedOn = async (tx: EntityManager, election: Election, now: Date): Promise<PositionId[]> =>
  votedPositions(election, (await candidateCounts(tx, [election.id])).get(election.id), now)

function presentElection(election: Election, open: readonly PositionId[]): Overview['election'] {
  const closesAt = open[0] ? votingSpan(election, open[0]).to : election.endsAt
  return {
    id: election.uid,
    endsAt: election.endsAt.getTime(),
    openPositions: open.length,
    closesAt: closesAt.getTime(),
  }
}

/** What of it the caller has yet to do. */
export async function leftToDo(ctx: CitizenContext): Promise<OwnPart<'participation.overview'>> {
  const { tx, caller } = ctx
  const now = ctx.now()
  const citizen = await tx.getRepository(Citizen).findOneByOrFail({ id: caller.id })
  const election = await openElection(tx, now)
  const voted = election ? (await ownVotes(ctx, election.id)).map(({ position }) => position) : []
  const open = election ? await votedOn(tx, election, now) : []
  const polls = (await countActivePolls(tx, now)) - (await countVotedActivePolls(tx, caller.id, now))
  const { unanswered } = await interviewFigures(tx, caller.id)
  const you = {
    eligibleToVote: eligibleToVote(citizen, now).eligible,
    positionsToVote: open.filter((position) => !voted.includes(position)).length,
    pollsToVote: Math.max(0, polls),
    interviewsToAnswer: unanswered ?? 0,
  }
  return { you }
}

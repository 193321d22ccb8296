import { eligibleToVote } from '@nation/domain/citizens'
import type { CallOutput } from '@nation/domain/contract'
import { positions, votingOpen, votingSpan, type PositionId } from '@nation/domain/elections'
import { Citizen } from '../citizens/citizen.entity'
import { openOrNext } from '../elections/calendar'
import { ownVotes } from '../elections/candidate-views'
import type { Election } from '../elections/election.entity'
import { interviewFigures } from '../interviews'
import type { Context } from '../platform/context'
import { countActivePolls, countVotedActivePolls } from '../polls'

type Overview = CallOutput<'participation.overview'>

/** What is open for everybody, and what the open election is. */
export interface OpenNow {
  readonly answer: Omit<Overview, 'you'>
  readonly electionId: string | null
  readonly openPositions: readonly PositionId[]
}

/** What is open at the moment: the same for everybody. */
export async function openNow(ctx: Context): Promise<OpenNow> {
  const now = ctx.now()
  const next = await openOrNext(ctx.tx, now)
  const election = next && next.startsAt <= now ? next : null
  const open = election ? positions.filter(({ id }) => votingOpen(election, id, now).allowed).map(({ id }) => id) : []
  const { active } = await interviewFigures(ctx.tx, null)
  return {
    answer: {
      success: true,
      election: election && presentElection(election, open),
      activePolls: await countActivePolls(ctx.tx, now),
      activeInterviews: active,
      now: now.getTime(),
    },
    electionId: election?.id ?? null,
    openPositions: open,
  }
}

function presentElection(election: Election, open: readonly PositionId[]): Overview['election'] {
  const closesAt = open[0] ? votingSpan(election, open[0]).to : election.endsAt
  return {
    id: election.uid,
    endsAt: election.endsAt.getTime(),
    openPositions: open.length,
    closesAt: closesAt.getTime(),
  }
}

/** What of it the caller has yet to do; null when nobody is signed in. */
export async function leftToDo(ctx: Context, { electionId, openPositions }: OpenNow): Promise<Overview['you']> {
  const { tx, caller } = ctx
  if (!caller) return null
  const now = ctx.now()
  const citizen = await tx.getRepository(Citizen).findOneByOrFail({ id: caller.id })
  const voted = electionId === null ? [] : (await ownVotes(ctx, electionId)).map(({ position }) => position)
  const polls = (await countActivePolls(tx, now)) - (await countVotedActivePolls(tx, caller.id, now))
  const { unanswered } = await interviewFigures(tx, caller.id)
  return {
    eligibleToVote: eligibleToVote(citizen, now).eligible,
    positionsToVote: openPositions.filter((position) => !voted.includes(position)).length,
    pollsToVote: Math.max(0, polls),
    interviewsToAnswer: unanswered ?? 0,
  }
}

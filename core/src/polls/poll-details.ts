import { z } from 'zod'
import { eligibleToVote } from '@nation/domain/elections'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { pollVoteReasons, whyNoPollVote } from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { type CitizenContext, type Context, column, readOne, readRows } from '../platform'
import type { PollLogFacts } from './poll.entity'
import { askerOf, pollView, publicPoll, publicPolls } from './poll-views'
import { pollsByUid, type PollRow } from './rows'

/**
 * `polls.get`: one poll as it is now, with its log.
 * @throws NationError `poll_not_found`
 */
export async function getPoll(ctx: Context, input: CallInput<'polls.get'>): Promise<CallOutput<'polls.get'>> {
  const now = ctx.now()
  const row = await namedPoll(ctx.tx, input.pollId)
  const poll = await pollView(ctx.tx, ctx.caller, row.id, now)
  if (!poll) throw new NationError('poll_not_found')
  return { success: true, poll, log: await logOf(ctx.tx, row.id), now: now.getTime() }
}

/**
 * `polls.results`: the votes and percentages of a poll, the most votes first.
 * @throws NationError `poll_not_found`
 */
export async function pollResults(
  ctx: Context,
  input: CallInput<'polls.results'>,
): Promise<CallOutput<'polls.results'>> {
  const now = ctx.now()
  const poll = await publicPoll(ctx.tx, input.pollId, now)
  const most = Math.max(...poll.options.map(({ votes }) => votes))
  return {
    success: true,
    pollId: poll.id,
    question: poll.question,
    isActive: poll.isActive,
    closedAt: poll.closedAt,
    totalVotes: poll.totalVotes,
    results: poll.options.toSorted((a, b) => b.votes - a.votes),
    leading: most === 0 ? [] : poll.options.filter(({ votes }) => votes === most).map(({ id }) => id),
    now: now.getTime(),
  }
}

/** @throws NationError `poll_not_found` */
export async function namedPoll(tx: EntityManager, uid: string): Promise<PollRow> {
  const [row] = await pollsByUid(tx, [uid], '')
  if (!row) throw new NationError('poll_not_found')
  return row
}

export type PollLog = CallOutput<'polls.get'>['log']

/** What a log entry tells of a change (`PollLogFacts`). */
const logFacts: z.ZodType<PollLogFacts> = z.object({
  before: z
    .object({
      question: z.string().exactOptional(),
      options: z.array(z.string()).exactOptional(),
      closesAt: z.number().nullable().exactOptional(),
    })
    .exactOptional(),
})

const changeable = ['question', 'options', 'closesAt'] as const

const changedIn = ({ before = {} }: PollLogFacts): PollLog[number]['changes'] =>
  changeable.filter((name) => name in before)

/** Who created, changed and closed a poll, the oldest first. */
export async function logOf(tx: EntityManager, pollId: string): Promise<PollLog> {
  const rows = await readRows(
    tx,
    {
      what: column.oneOf(['created', 'updated', 'closed']),
      at: column.instant,
      facts: column.json(logFacts),
      name: column.text.nullable,
      uid: column.text.nullable,
    },
    `SELECT l.what, l.at, l.facts, c.username AS name, c.uid FROM poll_log l LEFT JOIN citizens c ON c.id = l.by_id
     WHERE l.poll_id = ? AND l.what <> 'deleted' ORDER BY l.id`,
    [pollId],
  )
  return rows.map((row) => ({
    what: row.what,
    by: row.name,
    byId: row.uid,
    at: row.at.getTime(),
    changes: changedIn(row.facts),
  }))
}

/** `vote-hub.check-vote-status`: whether the caller may vote, and what they have done so far. */
export async function checkVoteStatus(
  ctx: CitizenContext,
  input: CallInput<'vote-hub.check-vote-status'>,
): Promise<CallOutput<'vote-hub.check-vote-status'>> {
  const { tx, caller } = ctx
  const now = ctx.now()
  const row = input.pollId === undefined ? undefined : (await pollsByUid(tx, [input.pollId], ''))[0]
  const [known] = row ? await publicPolls(tx, [row.id], now) : []
  const asker = await askerOf(tx, caller, known ? [known.id] : [], now)
  const vote = known && asker?.votes.get(known.id)
  const votesCast = await countVotes(tx, caller.id)
  const eligibility = asker?.eligibility ?? eligibleToVote({ xCreatedAt: now }, now)
  const poll = input.pollId === undefined ? { isActive: true } : (known ?? null)
  const reason = whyNoPollVote({ hasVoted: vote !== undefined, eligible: eligibility.eligible }, poll)
  return {
    success: true,
    eligibleToVote: eligibility.eligible,
    reasons: [...eligibility.reasons],
    votesCast,
    hasVoted: input.pollId === undefined ? votesCast > 0 : vote !== undefined,
    canVote: reason === null,
    reason: reason && pollVoteReasons[reason],
    votedOptionId: vote?.optionId ?? null,
    votedAt: vote?.votedAt.getTime() ?? null,
    now: now.getTime(),
  }
}

/** Votes under an account that was left are not this citizen's. */
async function countVotes(tx: EntityManager, citizenId: string): Promise<number> {
  const row = await readOne(
    tx,
    { n: column.integer },
    'SELECT COUNT(*) AS n FROM poll_votes WHERE citizen_id = ? AND option_id IS NOT NULL',
    [citizenId],
  )
  return row.n ?? 0
}

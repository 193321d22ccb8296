import { z } from 'zod'
import { eligibleToVote } from '@nation/domain/elections'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { pollLimits, pollVoteReasons, whyNoPollVote } from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import {
  readCursor,
  writeCursor,
  type CitizenContext,
  type Context,
  byKey,
  column,
  readOne,
  readRows,
} from '../platform'
import type { PollLogFacts } from './poll.entity'
import {
  askerOf,
  forVisitors,
  pollView,
  publicPoll,
  publicPolls,
  readPolls,
  type PollRead,
  type SomePolls,
} from './poll-views'
import { countsOfPages, pollBlocks, pollCounts, skipBlocks, type PollFilter } from './polls-counter'
import { pollsByUid, type PollRow } from './rows'

type ListInput = Pick<CallInput<'polls.list'>, 'status' | 'limit' | 'offset' | 'cursor'>

type PollPage = CallOutput<'polls.list'>
type ShortPage = CallOutput<'polls.recent'>

const open = `status = 'open' AND (closes_at IS NULL OR closes_at > ?)`

/**
 * One page of polls as visitors read it, the newest first: row keys grow with time. Whether a poll is closed by its date is decided here, by the
 * clock, and not by whether that was written down already.
 */
export async function pollPage(ctx: Pick<Context, 'tx' | 'now'>, input: ListInput): Promise<PollPage> {
  const now = ctx.now()
  const begin = await beginOf(ctx.tx, input, now)
  const limit = input.limit + 1
  const [read, counts] = await Promise.all([
    begin ? pollsBefore(ctx.tx, input.status, { ...begin, limit, now }) : [],
    countsOfPages(ctx),
  ])
  const shown = newestFirst(read).slice(0, input.limit)
  const last = shown[shown.length - 1]
  return {
    success: true,
    polls: shown.map((poll) => forVisitors(poll, now)),
    total: counts[input.status],
    counts,
    limit: input.limit,
    offset: input.cursor ? 0 : input.offset,
    nextCursor: last && read.length > input.limit ? writeCursor([last.id]) : null,
    now: now.getTime(),
  }
}

const newestFirst = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => byKey(b.id, a.id))

/** Where a page begins; null behind the last poll. */
async function beginOf(
  tx: EntityManager,
  { cursor, offset, status }: ListInput,
  now: Date,
): Promise<Pick<PagePlace, 'before' | 'rest'> | null> {
  if (cursor) return { before: readCursor(cursor, 1)[0] ?? '0', rest: 0 }
  return offset === 0 ? { before: lastKey, rest: 0 } : skipBlocks(await pollBlocks(tx, status, now), offset)
}

interface PagePlace {
  readonly before: string
  /** How many are skipped; fewer than a block holds. */
  readonly rest: number
  readonly limit: number
  readonly now: Date
}

/** What is written down as open or closed, each in the order of an index, and for which of them the clock says otherwise. */
const parts: Record<PollFilter, readonly { readonly index: string; readonly where: string }[]> = {
  all: [
    { index: 'ix_polls_newest', where: `status = 'open' AND ? IS NOT NULL` },
    { index: 'ix_polls_newest', where: `status = 'closed' AND ? IS NOT NULL` },
  ],
  active: [{ index: 'ix_polls_newest', where: open }],
  closed: [
    { index: 'ix_polls_newest', where: `status = 'closed' AND ? IS NOT NULL` },
    { index: 'ix_polls_status', where: `status = 'open' AND closes_at <= ?` },
  ],
}

/** The statement of the row keys before one, the greatest of them. Each part gives as many as all of them together need. */
function keysBefore(filter: PollFilter, { before, rest, limit, now }: PagePlace): SomePolls {
  const each = parts[filter].map(
    ({ index, where }) => `(SELECT id FROM polls FORCE INDEX (${index})
       WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ${rest + limit})`,
  )
  return {
    sql: `${each.join(' UNION ALL ')} ORDER BY id DESC LIMIT ${limit} OFFSET ${rest}`,
    values: parts[filter].flatMap(() => [now, before]),
  }
}

/** As many keys as a page needs are mostly among so many times as many; only a long run of deleted polls is between them. */
const nearby = 10

/** The keys right before one of all polls, in half the time: by the primary key, past few deleted polls. There may be more. */
function keysNearby({ before, limit }: PagePlace): SomePolls {
  const from = BigInt(before) - BigInt(nearby * limit)
  return {
    sql: `SELECT id FROM polls FORCE INDEX (PRIMARY) WHERE status <> 'deleted' AND id < ? AND id >= ?
       ORDER BY id DESC LIMIT ${limit}`,
    values: [before, String(from > 0n ? from : 0n)],
  }
}

async function pollsBefore(tx: EntityManager, filter: PollFilter, place: PagePlace): Promise<PollRead[]> {
  if (filter === 'all' && place.rest === 0 && place.before !== lastKey) {
    const polls = await readPolls(tx, keysNearby(place))
    if (polls.length === place.limit) return polls
  }
  return readPolls(tx, keysBefore(filter, place))
}

/** How many polls take votes at the moment. */
export async function countActivePolls(tx: EntityManager, now: Date): Promise<number> {
  return (await pollCounts(tx, now)).active
}

/** The polls that take votes and close next, the soonest first. */
export async function closingPolls(
  tx: EntityManager,
  now: Date,
  limit: number,
): Promise<{ id: string; question: string; closesAt: number }[]> {
  const rows = await readRows(
    tx,
    { uid: column.text, question: column.text, closes_at: column.instant.present },
    `SELECT uid, question, closes_at FROM polls FORCE INDEX (ix_polls_status)
     WHERE status = 'open' AND closes_at > ? ORDER BY closes_at, id LIMIT ${limit}`,
    [now],
  )
  return rows.map((row) => ({ id: row.uid, question: row.question, closesAt: row.closes_at.getTime() }))
}

/** On how many of the polls that take votes a citizen has voted. */
export async function countVotedActivePolls(tx: EntityManager, citizenId: string, now: Date): Promise<number> {
  const row = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM polls FORCE INDEX (ix_polls_status)
     STRAIGHT_JOIN poll_votes v ON v.poll_id = polls.id AND v.citizen_id = ? WHERE ${open}`,
    [citizenId, now],
  )
  return row.n ?? 0
}

/** The active polls with the most votes; of equal ones the newest first (requirements 1.9). */
export async function topActivePolls(ctx: Pick<Context, 'tx' | 'now'>): Promise<ShortPage> {
  const now = ctx.now()
  const top = {
    sql: `SELECT polls.id, t.votes FROM polls FORCE INDEX (ix_polls_status)
     STRAIGHT_JOIN poll_tallies t ON t.poll_id = polls.id WHERE ${open}
     ORDER BY t.votes DESC, polls.id DESC LIMIT ${pollLimits.topActive}`,
    values: [now],
  }
  const polls = newestFirst(await readPolls(ctx.tx, top)).map((poll) => forVisitors(poll, now))
  return { success: true, polls: polls.sort((a, b) => b.totalVotes - a.totalVotes), now: now.getTime() }
}

/** The newest polls, active or closed. */
export async function recentPolls(ctx: Pick<Context, 'tx' | 'now'>): Promise<ShortPage> {
  const now = ctx.now()
  const recent = keysBefore('all', { before: lastKey, rest: 0, limit: pollLimits.recent, now })
  const polls = newestFirst(await readPolls(ctx.tx, recent)).map((poll) => forVisitors(poll, now))
  return { success: true, polls, now: now.getTime() }
}

/** Greater than every row key. */
const lastKey = '9223372036854775807'

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

import type { CallInput, CallOutput } from '@nation/domain/contract'
import { pollLimits } from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { readCursor, writeCursor, type Context, byKey, column, readOne, readRows } from '../platform'
import { forVisitors, readPolls, type PollRead, type SomePolls } from './poll-views'
import { countsOfPages, pollBlocks, pollCounts, skipBlocks, type PollFilter } from './polls-counter'

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

import { eligibleToVote, type Eligibility } from '@nation/domain/elections'
import { can } from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  isPollOpen,
  percentageOf,
  pollClosedAt,
  pollVoteReasons,
  shownPercentages,
  whyNoPollVote,
} from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { indexBy, type Caller, type Context, column, readRows, type RowOf } from '../platform'
import { totalOf, type OptionRow } from './rows'

export type PollView = CallOutput<'polls.get'>['poll']
type OwnFields = 'hasVoted' | 'votedOptionId' | 'may' | 'reason'

/** The public part of a poll, and the caller's own part. */
export type PublicPoll = Omit<PollView, OwnFields>
export type OwnPoll = Pick<PollView, OwnFields>

const rowShape = {
  id: column.key,
  uid: column.text,
  question: column.text,
  status: column.oneOf(['open', 'closed', 'deleted']),
  created_by_role: column.oneOf(['Admin', 'government', 'citizen']),
  created_at: column.instant,
  updated_at: column.instant,
  closes_at: column.instant.nullable,
  closed_at: column.instant.nullable,
  creator: column.text,
  creator_uid: column.text,
  place: column.integer.nullable,
  option_uid: column.text.nullable,
  text: column.text.nullable,
  votes: column.integer.nullable,
}

type PollOptionRead = Pick<OptionRow, 'place' | 'uid' | 'text' | 'votes'>

/** A poll with its creator, and its options in their order. */
export interface PollRead {
  readonly id: string
  readonly row: Omit<RowOf<typeof rowShape>, 'place' | 'option_uid' | 'text' | 'votes'>
  readonly options: readonly PollOptionRead[]
}

/** Some polls, as a statement finds them. */
export interface SomePolls {
  /** A table with the polls' row keys: `id`. */
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * Reads polls with their creators and options in one statement, so that no poll has the options of another moment. There is a
 * row for each option.
 */
export async function readPolls(tx: EntityManager, { sql, values }: SomePolls): Promise<PollRead[]> {
  const rows = await readRows(
    tx,
    rowShape,
    `SELECT p.id, p.uid, p.question, p.status, p.created_by_role, p.created_at, p.updated_at, p.closes_at, p.closed_at,
       c.username AS creator, c.uid AS creator_uid, o.place, o.uid AS option_uid, o.text, o.votes
     FROM (${sql}) AS listed STRAIGHT_JOIN polls p ON p.id = listed.id STRAIGHT_JOIN citizens c ON c.id = p.created_by
     LEFT JOIN poll_options o ON o.poll_id = p.id`,
    values,
  )
  const optionsOf = new Map<string, PollOptionRead[]>()
  const polls: PollRead[] = []
  for (const row of rows) {
    const { id, place, option_uid: uid, text, votes } = row
    let options = optionsOf.get(id)
    if (!options) {
      optionsOf.set(id, (options = []))
      polls.push({ id, row, options })
    }
    if (place !== null && uid !== null && text !== null && votes !== null) options.push({ place, uid, text, votes })
  }
  for (const options of optionsOf.values()) options.sort((a, b) => a.place - b.place)
  return polls
}

/** Polls by their row keys, in the order of the keys given, as they stand at `now`. */
export async function publicPolls(tx: EntityManager, ids: readonly string[], now: Date): Promise<PublicPoll[]> {
  if (ids.length === 0) return []
  const listed = { sql: 'SELECT id FROM polls WHERE id IN (?)', values: [ids] }
  const byId = indexBy(await readPolls(tx, listed), (row) => row.id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentPoll(row, now)] : []
  })
}

/**
 * A poll by its public id, as it stands at `now`.
 * @throws NationError `poll_not_found`
 */
export async function publicPoll(tx: EntityManager, uid: string, now: Date): Promise<PublicPoll> {
  const listed = { sql: `SELECT id FROM polls WHERE uid = ? AND status <> 'deleted'`, values: [uid] }
  const [row] = await readPolls(tx, listed)
  if (!row) throw new NationError('poll_not_found')
  return presentPoll(row, now)
}

/** A poll as it was read, at `now`. */
export function presentPoll({ row, options }: PollRead, now: Date): PublicPoll {
  const state = { status: row.status, closesAt: row.closes_at, closedAt: row.closed_at }
  return {
    id: row.uid,
    question: row.question,
    options: presentOptions(options),
    isActive: isPollOpen(state, now),
    totalVotes: totalOf(options),
    createdBy: row.creator,
    createdById: row.creator_uid,
    createdByRole: row.created_by_role,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    closesAt: row.closes_at?.getTime() ?? null,
    closedAt: pollClosedAt(state, now)?.getTime() ?? null,
  }
}

function presentOptions(options: readonly Pick<OptionRow, 'uid' | 'text' | 'votes'>[]): PublicPoll['options'] {
  const total = totalOf(options)
  const shown = shownPercentages(options.map(({ votes }) => votes))
  return options.map(({ uid, text, votes }, place) => ({
    id: uid,
    text,
    votes,
    percentage: percentageOf(votes, total),
    shownPercentage: shown[place] ?? 0,
  }))
}

/** What a page of polls shows of the caller: whether they may vote, and their own votes by the polls' public ids. */
export interface Asker {
  readonly eligibility: Eligibility
  readonly votes: ReadonlyMap<string, { readonly optionId: string | null; readonly votedAt: Date }>
}

/** Read by keys: the citizen's own row, and their votes on these polls. */
export async function askerOf(
  tx: EntityManager,
  caller: Caller,
  pollUids: readonly string[],
  now: Date,
): Promise<Asker | null> {
  if (!caller) return null
  const rows = await readRows(
    tx,
    askerRow,
    `SELECT c.x_created_at, c.votes_from, voted.poll_uid, voted.option_uid, voted.voted_at FROM citizens c
     LEFT JOIN (
       SELECT p.uid AS poll_uid, o.uid AS option_uid, v.voted_at FROM polls p
       JOIN poll_votes v ON v.poll_id = p.id AND v.citizen_id = ? LEFT JOIN poll_options o ON o.id = v.option_id
       WHERE p.uid IN (?)
     ) AS voted ON TRUE
     WHERE c.id = ?`,
    [caller.id, pollUids.length > 0 ? pollUids : [''], caller.id],
  )
  const [citizen] = rows
  if (!citizen) return null
  const facts = { xCreatedAt: citizen.x_created_at, votesFrom: citizen.votes_from }
  const votes = rows.flatMap(({ poll_uid: uid, option_uid: optionId, voted_at: votedAt }) =>
    uid === null || votedAt === null ? [] : [[uid, { optionId, votedAt }] as const],
  )
  return { eligibility: eligibleToVote(facts, now), votes: new Map(votes) }
}

/** The citizen, once for each poll on which they voted; once without a poll where there is none. */
const askerRow = {
  x_created_at: column.instant,
  votes_from: column.instant.nullable,
  poll_uid: column.text.nullable,
  option_uid: column.text.nullable,
  voted_at: column.instant.nullable,
}

/** The caller's own part of a poll. */
function ownPoll(caller: Caller, asker: Asker | null, poll: PublicPoll): OwnPoll {
  const vote = asker?.votes.get(poll.id)
  const hasVoted = vote !== undefined
  const reason = whyNoPollVote(asker && { hasVoted, eligible: asker.eligibility.eligible }, poll)
  const update = can(caller, 'polls.update') && poll.isActive
  return {
    hasVoted,
    votedOptionId: vote?.optionId ?? null,
    may: {
      vote: reason === null,
      update,
      updateTexts: update && poll.totalVotes === 0,
      close: can(caller, 'polls.close', poll) && poll.isActive,
      delete: can(caller, 'polls.delete', poll),
      export: can(caller, 'polls.export', poll),
    },
    reason: reason && { code: reason, message: pollVoteReasons[reason] },
  }
}

/** One poll as the caller sees it. */
export async function pollView(tx: EntityManager, caller: Caller, id: string, now: Date): Promise<PollView | null> {
  const [poll] = await publicPolls(tx, [id], now)
  if (!poll) return null
  return { ...poll, ...ownPoll(caller, await askerOf(tx, caller, [poll.id], now), poll) }
}

/** What polls are to the caller, in the order of the polls. */
export async function ownPolls(
  { tx, caller, now }: Pick<Context, 'tx' | 'caller' | 'now'>,
  polls: readonly PublicPoll[],
): Promise<OwnPoll[]> {
  const ids = polls.map(({ id }) => id)
  const asker = await askerOf(tx, caller, ids, now())
  return polls.map((poll) => ownPoll(caller, asker, poll))
}

/** A poll as a visitor sees it who is not signed in. */
export function forVisitors(read: PollRead, now: Date): PollView {
  const poll = presentPoll(read, now)
  // Into the same object: a copy with so many fields is a hash table to the engine, twenty times as large.
  return Object.assign(poll, ownPoll(null, null, poll))
}

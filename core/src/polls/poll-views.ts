import { can, eligibleToVote, type Eligibility } from '@nation/domain/citizens'
import type { CallOutput } from '@nation/domain/contract'
import {
  isPollOpen,
  percentageOf,
  pollClosedAt,
  pollVoteReasons,
  shownPercentages,
  whyNoPollVote,
} from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { indexBy } from '../platform/rows'
import type { Caller, Context } from '../platform/context'
import { optionsOf, totalOf, type OptionRow } from './rows'
import { column, readRows, type RowOf } from '../platform'

export type PollView = CallOutput<'polls.get'>['poll']
type OwnFields = 'hasVoted' | 'votedOptionId' | 'may' | 'reason'

/** What everybody may know of a poll, and what it is to whoever asks. */
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
}

type Row = RowOf<typeof rowShape>

/** Polls by their row keys, in the order of the keys given, as they stand at `now`. */
export async function publicPolls(tx: EntityManager, ids: readonly string[], now: Date): Promise<PublicPoll[]> {
  if (ids.length === 0) return []
  const rows = await readRows(
    tx,
    rowShape,
    `SELECT p.id, p.uid, p.question, p.status, p.created_by_role, p.created_at, p.updated_at, p.closes_at, p.closed_at,
       c.username AS creator, c.uid AS creator_uid
     FROM polls p JOIN citizens c ON c.id = p.created_by WHERE p.id IN (?)`,
    [ids],
  )
  const byId = indexBy(rows, (row) => row.id)
  const options = await optionsOf(tx, ids)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentPoll(row, options.get(id) ?? [], now)] : []
  })
}

function presentPoll(row: Row, options: readonly OptionRow[], now: Date): PublicPoll {
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

function presentOptions(options: readonly OptionRow[]): PublicPoll['options'] {
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

/** What the polls of a page depend on, of whoever asks: whether they may vote, and their own votes by the polls' public ids. */
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
  const citizens = await readRows(
    tx,
    { x_created_at: column.instant, votes_from: column.instant.nullable },
    'SELECT x_created_at, votes_from FROM citizens WHERE id = ?',
    [caller.id],
  )
  const [citizen] = citizens
  if (!citizen) return null
  const votes = await votesOf(tx, caller.id, pollUids)
  const facts = { xCreatedAt: citizen.x_created_at, votesFrom: citizen.votes_from }
  return { eligibility: eligibleToVote(facts, now), votes }
}

async function votesOf(tx: EntityManager, citizenId: string, pollUids: readonly string[]): Promise<Asker['votes']> {
  if (pollUids.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { poll_uid: column.text, option_uid: column.text.nullable, voted_at: column.instant },
    `SELECT p.uid AS poll_uid, o.uid AS option_uid, v.voted_at FROM polls p
     JOIN poll_votes v ON v.poll_id = p.id AND v.citizen_id = ? LEFT JOIN poll_options o ON o.id = v.option_id
     WHERE p.uid IN (?)`,
    [citizenId, pollUids],
  )
  return new Map(rows.map((row) => [row.poll_uid, { optionId: row.option_uid, votedAt: row.voted_at }]))
}

/** What a poll is to whoever asks. */
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

/** One poll as whoever asks sees it. */
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

/** What a poll is to somebody who is not signed in. */
export const asVisitor = (poll: PublicPoll): OwnPoll => ownPoll(null, null, poll)

import type { PollState, PollStatus } from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { type Lock, column, readRows, type RowOf } from '../platform'

/** A poll as the paths of votes and changes read it: the row's columns, keys as strings. */
export interface PollRow extends PollState {
  readonly id: string
  readonly uid: string
  readonly question: string
  readonly status: PollStatus
  readonly createdBy: string
  readonly updatedAt: Date
  readonly closedAt: Date | null
}

/** A row of polls as the driver answers it. */
export const rawPollRow = {
  id: column.key,
  uid: column.text,
  question: column.text,
  status: column.oneOf(['open', 'closed', 'deleted']),
  created_by: column.key,
  updated_at: column.instant,
  closes_at: column.instant.nullable,
  closed_at: column.instant.nullable,
}

type RawPoll = RowOf<typeof rawPollRow>

/** The columns of `rawPollRow`. */
export const pollColumns = 'id, uid, question, status, created_by, updated_at, closes_at, closed_at'

/** Polls by their public ids, without deleted ones, which look as if they did not exist. */
export async function pollsByUid(tx: EntityManager, uids: readonly string[], lock: Lock): Promise<PollRow[]> {
  if (uids.length === 0) return []
  const rows = await readRows(
    tx,
    rawPollRow,
    `SELECT ${pollColumns} FROM polls WHERE uid IN (?) AND status <> 'deleted' ${lock}`,
    [uids],
  )
  return rows.map(pollOf)
}

export const pollOf = (row: RawPoll): PollRow => ({
  id: row.id,
  uid: row.uid,
  question: row.question,
  status: row.status,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  closesAt: row.closes_at,
  closedAt: row.closed_at,
})

/** An option with its counter. */
export interface OptionRow {
  readonly id: string
  readonly uid: string
  readonly pollId: string
  readonly place: number
  readonly text: string
  readonly votes: number
}

/** A row of poll_options as the driver answers it. */
export const rawOptionRow = {
  id: column.key,
  uid: column.text,
  poll_id: column.key,
  place: column.integer,
  text: column.text,
  votes: column.integer,
}

type RawOption = RowOf<typeof rawOptionRow>

/** The options of polls, in their order; by the polls' row keys. */
export async function optionsOf(tx: EntityManager, pollIds: readonly string[]): Promise<Map<string, OptionRow[]>> {
  if (pollIds.length === 0) return new Map()
  const rows = await readRows(
    tx,
    rawOptionRow,
    'SELECT id, uid, poll_id, place, text, votes FROM poll_options WHERE poll_id IN (?) ORDER BY poll_id, place',
    [pollIds],
  )
  return optionsByPoll(pollIds, rows)
}

export function optionsByPoll(pollIds: readonly string[], rows: readonly RawOption[]): Map<string, OptionRow[]> {
  const byPoll = new Map<string, OptionRow[]>(pollIds.map((id) => [id, []]))
  for (const { poll_id: pollId, ...option } of rows) byPoll.get(pollId)?.push({ ...option, pollId })
  return byPoll
}

/** All votes of a poll. */
export const totalOf = (options: readonly Pick<OptionRow, 'votes'>[]): number =>
  options.reduce((sum, option) => sum + option.votes, 0)

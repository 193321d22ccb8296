import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { interviewLimits } from '@nation/domain/interviews'
import type { EntityManager } from 'typeorm'
import { type CitizenContext, column, type Context, counterOf, countersOf, readOne, readRows } from '../platform'
import { openInterviewsCounter, responsesCounter } from './interviews-counter'
import { interviewPage, presentPublic, type InterviewRow } from './interview-rows'

const open = 'i.is_active = TRUE AND i.archived_at IS NULL'

/** `interviews.list`: what takes answers at the moment, the newest first. */
export async function listInterviews(
  ctx: Context,
  input: CallInput<'interviews.list'>,
): Promise<CallOutput<'interviews.list'>> {
  const limit = input.limit ?? interviewLimits.page
  const { rows, nextCursor } = await interviewPage(
    ctx.tx,
    { where: open, index: 'ix_interviews_active' },
    { limit, cursor: input.cursor },
  )
  return { success: true, interviews: await presentPublic(ctx.tx, rows), nextCursor }
}

/**
 * `interviews.get`: one interview, also while it takes no answers any more.
 * @throws NationError `interview_not_found`, also for one that was deleted, or was never opened
 */
export async function getInterview(
  ctx: Context,
  { interviewId }: CallInput<'interviews.get'>,
): Promise<CallOutput<'interviews.get'>> {
  const row = await interviewNamed(ctx.tx, interviewId)
  if (row.archived_at !== null || row.opened_at === null) throw new NationError('interview_not_found')
  const [interview] = await presentPublic(ctx.tx, [row])
  if (!interview) throw new NationError('interview_not_found')
  return { success: true, interview }
}

/** The interview of this public id, deleted or not. @throws NationError `interview_not_found` */
export async function interviewNamed(tx: EntityManager, uid: string): Promise<InterviewRow> {
  const { rows } = await interviewPage(
    tx,
    { where: 'i.uid = ?', values: [uid], index: 'uq_interviews_uid' },
    { limit: 1 },
  )
  if (!rows[0]) throw new NationError('interview_not_found')
  return rows[0]
}

/** How many interviews take answers, and how many of those the caller has answered and has yet to answer. */
export interface InterviewFigures {
  readonly active: number
  /** Null without a caller. */
  readonly answered: number | null
  readonly unanswered: number | null
}

/** The figures of the participation hub; `citizenId` is the caller's row key. */
export async function interviewFigures(tx: EntityManager, citizenId: string | null): Promise<InterviewFigures> {
  const active = await counterOf(tx, openInterviewsCounter)
  if (citizenId === null) return { active, answered: null, unanswered: null }
  const row = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM interviews i
     JOIN interview_responses r ON r.interview_id = i.id AND r.citizen_id = ? WHERE ${open}`,
    [citizenId],
  )
  const answered = row.n ?? 0
  return { active, answered, unanswered: Math.max(0, active - answered) }
}

/** Of how many interviews that take answers the newest responses are looked for. */
const mostWatched = 20

/** Interviews that take answers, with how many came in and when the last one did: those with the newest response first. */
export async function newestResponses(
  tx: EntityManager,
  limit: number,
): Promise<{ id: string; title: string; responses: number; newestAt: number | null }[]> {
  const rows = await readRows(
    tx,
    { id: column.key, uid: column.text, title: column.text, newest_at: column.instant.nullable },
    `SELECT i.id, i.uid, i.title,
       (SELECT r.submitted_at FROM interview_responses r WHERE r.interview_id = i.id ORDER BY r.id DESC LIMIT 1) AS newest_at
     FROM interviews i FORCE INDEX (ix_interviews_active) WHERE ${open} ORDER BY i.id DESC LIMIT ${mostWatched}`,
  )
  const counts = await countersOf(
    tx,
    responsesCounter,
    rows.map(({ id }) => id),
  )
  const newestFirst = rows.toSorted((a, b) => Number(b.newest_at ?? 0) - Number(a.newest_at ?? 0))
  return newestFirst.slice(0, limit).map((row) => ({
    id: row.uid,
    title: row.title,
    responses: counts.get(row.id) ?? 0,
    newestAt: row.newest_at?.getTime() ?? null,
  }))
}

const mostIds = 500

/** `interviews.status`: the figures, as visitors read them. */
export async function interviewStatus(ctx: Context): Promise<CallOutput<'interviews.status'>> {
  return { success: true, ...(await interviewFigures(ctx.tx, null)), answeredIds: [] }
}

/** Which of the open interviews the caller has answered, and how many are left. */
export async function ownInterviewStatus({ tx, caller }: CitizenContext): Promise<OwnPart<'interviews.status'>> {
  const { answered, unanswered } = await interviewFigures(tx, caller.id)
  const rows = await readRows(
    tx,
    { uid: column.text },
    `SELECT i.uid FROM interview_responses r JOIN interviews i ON i.id = r.interview_id
     WHERE r.citizen_id = ? AND ${open} ORDER BY i.id DESC LIMIT ${mostIds}`,
    [caller.id],
  )
  return { answered, unanswered, answeredIds: rows.map(({ uid }) => uid) }
}

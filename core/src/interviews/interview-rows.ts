import { takesAnswers } from '@nation/domain/interviews'
import type { CallOutput } from '@nation/domain/contract'
import type { EntityManager } from 'typeorm'
import { countersOf, readCursor, writeCursor, column, readRows, type RowOf } from '../platform'
import { responsesCounter } from './interviews-counter'

type PublicView = CallOutput<'interviews.get'>['interview']
export type ManagedView = CallOutput<'interviews.all'>['interviews'][number]

/** An interview as it is stored, with the name of its author. */
const interviewRow = {
  id: column.key,
  uid: column.text,
  title: column.text,
  description: column.text,
  is_active: column.flag,
  opened_at: column.instant.nullable,
  created_at: column.instant,
  created_by: column.text,
  archived_at: column.instant.nullable,
}

export type InterviewRow = RowOf<typeof interviewRow>

/** A question, with the row keys that tie it to its interview and its answers. */
const questionRow = {
  id: column.key,
  uid: column.text,
  interview_id: column.key,
  place: column.integer,
  question: column.text,
}

export type QuestionRow = RowOf<typeof questionRow>

/** Which interviews are meant: conditions on `i`, with their values, and the index in whose order they are. */
export interface Wanted {
  readonly index: string
  readonly where: string
  readonly values?: readonly unknown[]
}

/** A page of interviews, the newest first. Row keys grow with time. */
export async function interviewPage(
  tx: EntityManager,
  wanted: Wanted,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ rows: InterviewRow[]; nextCursor: string | null }> {
  const before = cursor === undefined ? [] : readCursor(cursor, 1)
  const where = before.length > 0 ? `${wanted.where} AND i.id < ?` : wanted.where
  const rows = await readRows(
    tx,
    interviewRow,
    `SELECT i.id, i.uid, i.title, i.description, i.is_active, i.opened_at, i.created_at, i.archived_at, author.username AS created_by
     FROM interviews i FORCE INDEX (${wanted.index}) STRAIGHT_JOIN citizens author ON author.id = i.created_by
     WHERE ${where} ORDER BY i.id DESC LIMIT ${limit + 1}`,
    [...(wanted.values ?? []), ...before],
  )
  return onePage(rows, limit)
}

/** Cuts a list that was read one row too far, and says where it goes on. */
export function onePage<Row extends { readonly id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page[page.length - 1]
  return { rows: page, nextCursor: last && rows.length > limit ? writeCursor([last.id]) : null }
}

/** The questions of interviews, in their order. */
export async function questionsOf(tx: EntityManager, interviewIds: readonly string[]): Promise<QuestionRow[]> {
  if (interviewIds.length === 0) return []
  return readRows(
    tx,
    questionRow,
    `SELECT id, uid, interview_id, place, question FROM interview_questions
     WHERE interview_id IN (?) ORDER BY interview_id, place`,
    [interviewIds],
  )
}

/** Interviews as everybody may see them. */
export async function presentPublic(tx: EntityManager, rows: readonly InterviewRow[]): Promise<PublicView[]> {
  const questions = await questionsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const itsQuestions = questions.filter((question) => question.interview_id === row.id)
    return {
      id: row.uid,
      title: row.title,
      description: row.description,
      isActive: takesAnswers({ isActive: row.is_active, archivedAt: row.archived_at }),
      createdAt: row.created_at.getTime(),
      createdBy: row.created_by,
      questionCount: itsQuestions.length,
      questions: itsQuestions.map(({ uid, question, place }) => ({ id: uid, question, order: place })),
    }
  })
}

/** Interviews as those see them who manage them. */
export async function presentManaged(tx: EntityManager, rows: readonly InterviewRow[]): Promise<ManagedView[]> {
  const views = await presentPublic(tx, rows)
  const counts = await countersOf(
    tx,
    responsesCounter,
    rows.map(({ id }) => id),
  )
  return views.map((view, index) => {
    const row = rows[index] as InterviewRow
    return { ...view, responseCount: counts.get(row.id) ?? 0, deletedAt: row.archived_at?.getTime() ?? null }
  })
}

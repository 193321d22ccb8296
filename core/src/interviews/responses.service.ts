import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canRespond, interviewLimits, judgeAnswers } from '@nation/domain/interviews'
import type { EntityManager } from 'typeorm'
import { readCursor } from '../platform/cursor'
import { isDuplicate, type CitizenContext } from '../platform'
import { InterviewAnswer, InterviewResponse } from './interview.entity'
import { onePage, presentManaged, questionsOf } from './interview-rows'
import { interviewNamed } from './interviews.service'

/**
 * `interviews.submit`: a citizen's one response, with an answer to every question. The interview's row is held shared from
 * before the decision to the commit: closing and deleting wait for it, or are seen by it.
 * @throws NationError `interview_not_found`, `interview_closed`, `interview_answered`, `interview_answers_missing`,
 *   `interview_answers_stray`
 */
export async function submitResponse(
  ctx: CitizenContext,
  { interviewId, answers }: CallInput<'interviews.submit'>,
): Promise<CallOutput<'interviews.submit'>> {
  const interview = await lockForAnswer(ctx.tx, interviewId)
  await lockCitizen(ctx)
  allow(canRespond(interview, await hasResponded(ctx, interview.id)))
  const questions = await questionsOf(ctx.tx, [interview.id])
  allow(
    judgeAnswers(
      questions.map(({ uid }) => uid),
      answers,
    ),
  )
  const responseId = ctx.newId()
  const submittedAt = ctx.now()
  const id = await insertOnce(ctx, {
    uid: responseId,
    interviewId: interview.id,
    citizenId: ctx.caller.id,
    submittedAt,
  })
  const keyOf = new Map(questions.map((question) => [question.uid, question.id]))
  await ctx.tx
    .getRepository(InterviewAnswer)
    .insert(answers.map(({ questionId, answer }) => ({ responseId: id, questionId: keyOf.get(questionId)!, answer })))
  const facts = { responseId }
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'interviews.responded', actor: uid, subject: interviewId, visibility: 'admins', facts })
  ctx.journal.add({
    kind: 'interviews.answered',
    actor: uid,
    subject: interviewId,
    visibility: `citizen:${uid}`,
    facts,
  })
  return { success: true, responseId, interviewId, submittedAt: submittedAt.getTime() }
}

interface LockedInterview {
  readonly id: string
  readonly isActive: boolean
  readonly archivedAt: Date | null
}

async function lockForAnswer(tx: EntityManager, uid: string): Promise<LockedInterview> {
  const rows: { id: string; is_active: number; archived_at: Date | null }[] = await tx.query(
    'SELECT id, is_active, archived_at FROM interviews WHERE uid = ? LOCK IN SHARE MODE',
    [uid],
  )
  const row = rows[0]
  if (!row) throw new NationError('interview_not_found')
  return { id: row.id, isActive: Boolean(row.is_active), archivedAt: row.archived_at }
}

/** One citizen's responses come one after the other, and none comes after they left the nation. */
async function lockCitizen({ tx, caller }: CitizenContext): Promise<void> {
  const here: unknown[] = await tx.query('SELECT id FROM citizens WHERE id = ? AND left_at IS NULL FOR UPDATE', [
    caller.id,
  ])
  if (here.length === 0) throw new NationError('session_ended')
}

async function hasResponded({ tx, caller }: CitizenContext, interviewId: string): Promise<boolean> {
  return tx.getRepository(InterviewResponse).existsBy({ interviewId, citizenId: caller.id })
}

/** The unique key is what makes it once; whoever runs into it was late. */
async function insertOnce({ tx }: CitizenContext, response: Omit<InterviewResponse, 'id'>): Promise<string> {
  try {
    return (await tx.getRepository(InterviewResponse).save(response)).id
  } catch (error) {
    if (isDuplicate(error, 'uq_interview_responses_once')) throw new NationError('interview_answered')
    throw error
  }
}

interface OwnRow {
  readonly id: string
  readonly uid: string
  readonly interview: string
  readonly interview_id: string
  readonly title: string
  readonly is_active: number
  readonly archived_at: Date | null
  readonly submitted_at: Date
}

/** `interviews.my-responses`: what the caller answered, the newest first; also to what was deleted since. */
export async function myResponses(
  ctx: CitizenContext,
  { interviewId, limit, cursor }: CallInput<'interviews.my-responses'>,
): Promise<CallOutput<'interviews.my-responses'>> {
  const most = limit ?? interviewLimits.page
  const before = cursor === undefined ? [] : readCursor(cursor, 1)
  const rows: OwnRow[] = await ctx.tx.query(
    `SELECT r.id, r.uid, i.uid AS interview, i.id AS interview_id, i.title, i.is_active, i.archived_at, r.submitted_at
     FROM interview_responses r JOIN interviews i ON i.id = r.interview_id
     WHERE r.citizen_id = ?${interviewId === undefined ? '' : ' AND i.uid = ?'}${before.length > 0 ? ' AND r.id < ?' : ''}
     ORDER BY r.id DESC LIMIT ${most + 1}`,
    [ctx.caller.id, ...(interviewId === undefined ? [] : [interviewId]), ...before],
  )
  const { rows: page, nextCursor } = onePage(rows, most)
  const answers = await answersOf(
    ctx.tx,
    page.map(({ id }) => id),
  )
  return { success: true, responses: page.map((row) => presentOwn(row, answers.get(row.id) ?? [])), nextCursor }
}

function presentOwn(
  row: OwnRow,
  answers: readonly AnswerRow[],
): CallOutput<'interviews.my-responses'>['responses'][number] {
  return {
    id: row.uid,
    interviewId: row.interview,
    title: row.title,
    isActive: Boolean(row.is_active) && row.archived_at === null,
    deleted: row.archived_at !== null,
    submittedAt: row.submitted_at.getTime(),
    answers: answers.map(({ question_uid, question, answer }) => ({ questionId: question_uid, question, answer })),
  }
}

interface AnswerRow {
  readonly response_id: string
  readonly question_uid: string
  readonly question: string
  readonly answer: string
}

/** What responses say, in the order of the questions, by the response's row key. */
async function answersOf(tx: EntityManager, responseIds: readonly string[]): Promise<Map<string, AnswerRow[]>> {
  const found = new Map<string, AnswerRow[]>()
  if (responseIds.length === 0) return found
  const rows: AnswerRow[] = await tx.query(
    `SELECT a.response_id, q.uid AS question_uid, q.question, a.answer
     FROM interview_answers a JOIN interview_questions q ON q.id = a.question_id
     WHERE a.response_id IN (?) ORDER BY a.response_id, q.place`,
    [responseIds],
  )
  for (const row of rows) found.set(row.response_id, [...(found.get(row.response_id) ?? []), row])
  return found
}

interface ResponseRow {
  readonly id: string
  readonly uid: string
  readonly user_id: string
  readonly username: string
  readonly submitted_at: Date
}

/**
 * `interviews.responses`: what citizens answered, the newest first, also to what was deleted; with a search, those in whose
 * names or answers it is found.
 * @throws NationError `interview_not_found`
 */
export async function listResponses(
  ctx: CitizenContext,
  input: CallInput<'interviews.responses'>,
): Promise<CallOutput<'interviews.responses'>> {
  const row = await interviewNamed(ctx.tx, input.interviewId)
  const [interview] = await presentManaged(ctx.tx, [row])
  if (!interview) throw new NationError('interview_not_found')
  const { where, values } = matching(row.id, input.search ?? '')
  const limit = input.limit ?? interviewLimits.page
  const before = input.cursor === undefined ? [] : readCursor(input.cursor, 1)
  const rows: ResponseRow[] = await ctx.tx.query(
    `SELECT r.id, r.uid, c.uid AS user_id, c.username, r.submitted_at
     FROM interview_responses r JOIN citizens c ON c.id = r.citizen_id
     WHERE ${where}${before.length > 0 ? ' AND r.id < ?' : ''} ORDER BY r.id DESC LIMIT ${limit + 1}`,
    [...values, ...before],
  )
  const { rows: page, nextCursor } = onePage(rows, limit)
  const answers = await answersOf(
    ctx.tx,
    page.map(({ id }) => id),
  )
  const responses = page.map((response) => ({
    id: response.uid,
    userId: response.user_id,
    username: response.username,
    submittedAt: response.submitted_at.getTime(),
    answers: (answers.get(response.id) ?? []).map(({ question_uid, answer }) => ({ questionId: question_uid, answer })),
  }))
  const found = values.length === 1 ? interview.responseCount : await countMatching(ctx.tx, where, values)
  return { success: true, interview, responses, matching: found, nextCursor }
}

function matching(interviewId: string, search: string): { where: string; values: string[] } {
  if (search === '') return { where: 'r.interview_id = ?', values: [interviewId] }
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return {
    where: `r.interview_id = ? AND (c.username LIKE ? OR EXISTS (
      SELECT 1 FROM interview_answers a WHERE a.response_id = r.id AND a.answer LIKE ?))`,
    values: [interviewId, pattern, pattern],
  }
}

async function countMatching(tx: EntityManager, where: string, values: readonly string[]): Promise<number> {
  const rows: { n: string }[] = await tx.query(
    `SELECT COUNT(*) AS n FROM interview_responses r JOIN citizens c ON c.id = r.citizen_id WHERE ${where}`,
    [...values],
  )
  return Number(rows[0]?.n ?? 0)
}

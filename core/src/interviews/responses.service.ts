import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canRespond, interviewLimits, judgeAnswers } from '@nation/domain/interviews'
import type { EntityManager } from 'typeorm'
import { lockCaller } from '../citizens'
import {
  readCursor,
  addToCounter,
  type CitizenContext,
  column,
  isDuplicate,
  readFirst,
  readRows,
  type RowOf,
} from '../platform'
import { InterviewAnswer, InterviewResponse } from './interview.entity'
import { onePage, questionsOf } from './interview-rows'
import { responsesCounter } from './interviews-counter'
import { answersOf, type AnswerRow } from './read-responses'

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
  // The responses of one citizen come one after the other, and none comes after they left the nation.
  await lockCaller(ctx)
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
  await addToCounter(ctx.tx, responsesCounter, interview.id, 1, ctx.caller.id)
  const facts = { responseId }
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'interviews.responded', actor: uid, subject: interviewId, facts })
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

/** To citizens who answer, an interview that was never open looks as if it did not exist. */
async function lockForAnswer(tx: EntityManager, uid: string): Promise<LockedInterview> {
  const found = await readFirst(
    tx,
    {
      id: column.key,
      is_active: column.flag,
      opened_at: column.instant.nullable,
      archived_at: column.instant.nullable,
    },
    'SELECT id, is_active, opened_at, archived_at FROM interviews WHERE uid = ? LOCK IN SHARE MODE',
    [uid],
  )
  const row = found
  if (!row || row.opened_at === null) throw new NationError('interview_not_found')
  return { id: row.id, isActive: row.is_active, archivedAt: row.archived_at }
}

async function hasResponded({ tx, caller }: CitizenContext, interviewId: string): Promise<boolean> {
  return tx.getRepository(InterviewResponse).existsBy({ interviewId, citizenId: caller.id })
}

/** The unique key makes it once; a violation means that the other request was first. */
async function insertOnce(ctx: CitizenContext, response: Omit<InterviewResponse, 'id'>): Promise<string> {
  try {
    return (await ctx.tx.getRepository(InterviewResponse).save(response)).id
  } catch (error) {
    if (isDuplicate(error) && (await hasResponded(ctx, response.interviewId)))
      throw new NationError('interview_answered')
    throw error
  }
}

const ownRow = {
  id: column.key,
  uid: column.text,
  interview: column.text,
  interview_id: column.key,
  title: column.text,
  is_active: column.flag,
  archived_at: column.instant.nullable,
  submitted_at: column.instant,
}

type OwnRow = RowOf<typeof ownRow>

/** `interviews.my-responses`: what the caller answered, the newest first; also to what was deleted since. */
export async function myResponses(
  ctx: CitizenContext,
  { interviewId, limit, cursor }: CallInput<'interviews.my-responses'>,
): Promise<CallOutput<'interviews.my-responses'>> {
  const most = limit ?? interviewLimits.page
  const before = cursor === undefined ? [] : readCursor(cursor, 1)
  const rows = await readRows(
    ctx.tx,
    ownRow,
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
    isActive: row.is_active && row.archived_at === null,
    deleted: row.archived_at !== null,
    submittedAt: row.submitted_at.getTime(),
    answers: answers.map(({ question_uid, question, answer }) => ({ questionId: question_uid, question, answer })),
  }
}

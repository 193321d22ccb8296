import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { askedQuestions, canAsk, interviewLimits } from '@nation/domain/interviews'
import { can } from '@nation/domain/permissions'
import { callerNow } from '../auth'
import { addToCounter, whole, type CitizenContext } from '../platform'
import { openInterviewsCounter } from './interviews-counter'
import { Interview, InterviewQuestion } from './interview.entity'
import { interviewPage, presentManaged, type ManagedView } from './interview-rows'
import { interviewNamed } from './interviews.service'

/** `interviews.all`: everything that was asked, the newest first; what was deleted only when it is asked for. */
export async function allInterviews(
  ctx: CitizenContext,
  { isActive, deleted, cursor, limit }: CallInput<'interviews.all'>,
): Promise<CallOutput<'interviews.all'>> {
  const archived = deleted === true ? 'i.archived_at IS NOT NULL' : 'i.archived_at IS NULL'
  // What was deleted has no order in these indexes; it is few, or the page is soon full.
  const index =
    deleted === true ? 'PRIMARY' : isActive === undefined ? 'ix_interviews_archived' : 'ix_interviews_active'
  const wanted =
    isActive === undefined
      ? { where: archived, index }
      : { where: `${archived} AND i.is_active = ?`, values: [isActive], index }
  const { rows, nextCursor } = await interviewPage(ctx.tx, wanted, { limit: limit ?? interviewLimits.page, cursor })
  return { success: true, interviews: await presentManaged(ctx.tx, rows), nextCursor }
}

/**
 * `interviews.create`: asks the citizens something; blank questions are dropped, the others numbered from one.
 * @throws NationError `interview_incomplete`, `interview_questions_missing`
 */
export async function createInterview(
  ctx: CitizenContext,
  input: CallInput<'interviews.create'>,
): Promise<CallOutput<'interviews.create'>> {
  allow(canAsk(input))
  const { title, description, isActive } = input
  const questions = askedQuestions(input.questions)
  await requireManager(ctx)
  const now = ctx.now()
  const uid = ctx.newId()
  const { id } = await ctx.tx.getRepository(Interview).save({
    uid,
    title,
    description,
    isActive,
    openedAt: isActive ? now : null,
    createdBy: ctx.caller.id,
    createdAt: now,
    updatedAt: now,
    archivedBy: null,
    archivedAt: null,
  })
  await ctx.tx
    .getRepository(InterviewQuestion)
    .insert(questions.map((question, index) => ({ uid: ctx.newId(), interviewId: id, place: index + 1, question })))
  await addToCounter(ctx.tx, openInterviewsCounter, whole, isActive ? 1 : 0)
  ctx.journal.add({
    kind: 'interviews.created',
    actor: ctx.caller.uid,
    subject: uid,
    facts: { isActive, questions: questions.length },
    // Only administrators see one that is not open yet.
    visibility: isActive ? 'public' : 'admins',
  })
  return { success: true, interview: await managed(ctx, uid) }
}

/**
 * `interviews.update`: opens or closes. An answer locks the interview's row shared, so an answer that was taken came
 * before the closing, and none is taken after it.
 * @throws NationError `interview_not_found`
 */
export async function updateInterview(
  ctx: CitizenContext,
  { interviewId, isActive }: CallInput<'interviews.update'>,
): Promise<CallOutput<'interviews.update'>> {
  const interview = await lockForChange(ctx, interviewId)
  if (interview.archivedAt !== null) throw new NationError('interview_not_found')
  if (interview.isActive !== isActive) {
    const now = ctx.now()
    const openedAt = interview.openedAt ?? (isActive ? now : null)
    await ctx.tx.getRepository(Interview).update({ id: interview.id }, { isActive, openedAt, updatedAt: now })
    await addToCounter(ctx.tx, openInterviewsCounter, whole, isActive ? 1 : -1)
    const kind = isActive ? 'interviews.opened' : 'interviews.closed'
    ctx.journal.add({ kind, actor: ctx.caller.uid, subject: interviewId })
  }
  return { success: true, interview: await managed(ctx, interviewId) }
}

/**
 * `interviews.delete`: the interview is no longer shown or answered; it and its responses stay on record. Again changes nothing.
 * @throws NationError `interview_not_found`
 */
export async function deleteInterview(
  ctx: CitizenContext,
  { interviewId, reason }: CallInput<'interviews.delete'>,
): Promise<CallOutput<'interviews.delete'>> {
  const interview = await lockForChange(ctx, interviewId)
  const deletedAt = interview.archivedAt ?? ctx.now()
  if (interview.archivedAt === null) {
    const end = { isActive: false, archivedBy: ctx.caller.id, archivedAt: deletedAt, updatedAt: deletedAt }
    await ctx.tx.getRepository(Interview).update({ id: interview.id }, end)
    await addToCounter(ctx.tx, openInterviewsCounter, whole, interview.isActive ? -1 : 0)
    ctx.journal.add({ kind: 'interviews.deleted', actor: ctx.caller.uid, subject: interviewId })
    const facts = { what: 'interview', reason: reason ?? null } as const
    ctx.journal.add({ kind: 'admin.deleted', actor: ctx.caller.uid, subject: interviewId, facts })
  }
  return { success: true, interviewId, deletedAt: deletedAt.getTime() }
}

/**
 * One interview as those who manage interviews see it, also after its deletion.
 * @throws NationError `interview_not_found`
 */
export async function managedInterview(
  ctx: CitizenContext,
  { interviewId }: { readonly interviewId: string },
): Promise<CallOutput<'interviews.create'>> {
  return { success: true, interview: await managed(ctx, interviewId) }
}

async function lockForChange(ctx: CitizenContext, uid: string): Promise<Interview> {
  const interview = await ctx.tx
    .getRepository(Interview)
    .findOne({ where: { uid }, lock: { mode: 'pessimistic_write' } })
  if (!interview) throw new NationError('interview_not_found')
  await requireManager(ctx)
  return interview
}

/** @throws NationError `forbidden` for a caller who has not the right now, whatever they had when the request was let in */
async function requireManager(ctx: CitizenContext): Promise<void> {
  if (!can(await callerNow(ctx), 'interviews.manage')) throw new NationError('forbidden')
}

async function managed(ctx: CitizenContext, uid: string): Promise<ManagedView> {
  const [view] = await presentManaged(ctx.tx, [await interviewNamed(ctx.tx, uid)])
  if (!view) throw new NationError('interview_not_found')
  return view
}

import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canAnswerTask, taskWriter } from '@nation/domain/tasks'
import { callerNow } from '../auth'
import { requireOwnUploads } from '../media'
import type { CitizenContext } from '../platform'
import { Task, TaskResponse } from './task.entity'
import { lockTask } from './task-rows'

/**
 * `government-tasks.submit-response`: stores the caller's response to an open task, with images that they uploaded.
 * @throws NationError `task_not_found`, `task_response_missing`, `task_completed`, `task_deleted`, `picture_not_yours`,
 * `invalid_input` where an image is no longer there
 */
export async function submitTaskResponse(
  ctx: CitizenContext,
  input: CallInput<'government-tasks.submit-response'>,
): Promise<CallOutput<'government-tasks.submit-response'>> {
  const { tx, caller } = ctx
  const task = await lockTask(tx, 'uid', input.taskId)
  if (!task) throw new NationError('task_not_found')
  allow(canAnswerTask(task, input.answer))
  const signedIn = await callerNow(ctx)
  const images = [...new Set(input.images)]
  const given = input.images.map((url, place) => ({ path: `images.${place}`, url }))
  await requireOwnUploads(tx, caller.id, given, { onlyImages: true })
  const [uid, submittedAt, place] = [ctx.newId(), ctx.now(), task.response_count + 1]
  await tx.getRepository(TaskResponse).insert({
    ...{ uid, taskId: task.id, place, answer: input.answer, images, submittedAt },
    citizenId: caller.id,
    citizenRole: taskWriter(signedIn),
  })
  await tx.getRepository(Task).update({ id: task.id }, { responseCount: place })
  await tx.query('INSERT IGNORE INTO task_people (citizen_id, task_id) VALUES (?, ?)', [caller.id, task.id])
  const facts = { responseId: uid, images: images.length }
  ctx.journal.add({ kind: 'tasks.responded', actor: caller.uid, subject: task.uid, facts })
  return {
    success: true,
    message: 'Response submitted successfully!',
    taskId: task.uid,
    responseId: uid,
    submittedAt: submittedAt.getTime(),
  }
}

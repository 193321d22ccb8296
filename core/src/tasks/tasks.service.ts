import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import {
  canChangeTask,
  canSetStatus,
  dueDatePossible,
  nextReminder,
  taskTextsComplete,
  taskWriter,
} from '@nation/domain/tasks'
import { callerNow } from '../auth'
import type { CitizenContext } from '../platform'
import { Task, TaskPerson } from './task.entity'
import { lockTask, presentTasks, taskNamed, type LockedTask } from './task-rows'

type View = CallOutput<'government-tasks.create-task'>['task']

/**
 * `government-tasks.create-task`: gives a task to an office, or to all officials.
 * @throws NationError `task_create_forbidden`, `task_fields_missing`, `task_due_invalid`
 */
export async function createTask(
  ctx: CitizenContext,
  input: CallInput<'government-tasks.create-task'>,
): Promise<CallOutput<'government-tasks.create-task'>> {
  const caller = await callerNow(ctx)
  if (!can(caller, 'tasks.create')) throw new NationError('task_create_forbidden')
  const now = ctx.now()
  const { title, description, priority, assignedTo } = input
  const dueAt = instantOf(input.dueDate ?? null)
  allow(taskTextsComplete(input))
  allow(dueDatePossible(dueAt, now))
  const uid = ctx.newId()
  const { id } = await ctx.tx.getRepository(Task).save({
    ...{ uid, title, description, priority, assignedTo, dueAt },
    status: 'open' as const,
    remindAt: nextReminder(dueAt, now)?.at ?? null,
    responseCount: 0,
    createdBy: ctx.caller.id,
    createdByRole: taskWriter(caller),
    createdAt: now,
    updatedAt: now,
    ...{ completedBy: null, completedAt: null, deletedBy: null, deletedAt: null },
  })
  await ctx.tx.getRepository(TaskPerson).insert({ citizenId: ctx.caller.id, taskId: id })
  ctx.journal.add({ kind: 'tasks.created', actor: ctx.caller.uid, subject: uid, facts: { assignedTo, priority } })
  return { success: true, message: 'Task created successfully!', taskId: uid, task: await viewOf(ctx, uid) }
}

/**
 * `government-tasks.update-task`: what differs from the task as it is, as long as it is open.
 * @throws NationError `task_not_found`, `task_change_forbidden`, `task_completed`, `task_deleted`, `task_changed` when it was changed
 *   after the caller read it, and what a new task may be refused for
 */
export async function updateTask(
  ctx: CitizenContext,
  input: CallInput<'government-tasks.update-task'>,
): Promise<CallOutput<'government-tasks.update-task'>> {
  const task = await taskForChange(ctx, input.taskId, 'tasks.update')
  allow(canChangeTask(task))
  if (input.updatedAt !== undefined && input.updatedAt !== task.updated_at.getTime())
    throw new NationError('task_changed')
  const change = changeOf(task, input)
  const changes = Object.keys(change) as (keyof typeof change)[]
  if (changes.length > 0) {
    const now = ctx.now()
    allow(taskTextsComplete({ title: task.title, description: task.description, ...change }))
    const { dueDate: dueAt, ...rest } = change
    if (dueAt !== undefined) allow(dueDatePossible(dueAt, now))
    const due = dueAt === undefined ? {} : { dueAt, remindAt: nextReminder(dueAt, now)?.at ?? null }
    await ctx.tx.getRepository(Task).update({ id: task.id }, { ...rest, ...due, updatedAt: nextVersion(task, now) })
    ctx.journal.add({ kind: 'tasks.updated', actor: ctx.caller.uid, subject: task.uid, facts: { changes } })
  }
  return { success: true, message: 'Task updated successfully!', task: await viewOf(ctx, task.uid) }
}

/** What of the request differs from the task as it is. */
function changeOf(task: LockedTask, input: CallInput<'government-tasks.update-task'>) {
  const { title, description, priority, assignedTo, dueDate } = input
  const differs = <T>(given: T | undefined, known: T): given is T => given !== undefined && given !== known
  return {
    ...(differs(title, task.title) && { title }),
    ...(differs(description, task.description) && { description }),
    ...(differs(priority, task.priority) && { priority }),
    ...(differs(assignedTo, task.assigned_to) && { assignedTo }),
    ...(differs(dueDate, task.due_at?.getTime() ?? null) && { dueDate: instantOf(dueDate) }),
  }
}

/**
 * `government-tasks.update-status`: completes or reopens; what is so already stays so. Responses lock the task, too: one that was
 * taken came before the completion, and none is taken after it.
 * @throws NationError `task_not_found`, `task_change_forbidden`, `task_deleted`
 */
export async function updateTaskStatus(
  ctx: CitizenContext,
  { taskId, status }: CallInput<'government-tasks.update-status'>,
): Promise<CallOutput<'government-tasks.update-status'>> {
  const task = await taskForChange(ctx, taskId, 'tasks.complete')
  allow(canSetStatus(task))
  if (task.status !== status) {
    const now = ctx.now()
    const isDone = status === 'completed'
    await ctx.tx.getRepository(Task).update(
      { id: task.id },
      {
        status,
        completedBy: isDone ? ctx.caller.id : null,
        completedAt: isDone ? now : null,
        // Reminders that were due while it was completed are not sent afterwards.
        remindAt: isDone ? null : (nextReminder(task.due_at, now)?.at ?? null),
        updatedAt: nextVersion(task, now),
      },
    )
    const kind = isDone ? 'tasks.completed' : 'tasks.reopened'
    ctx.journal.add({ kind, actor: ctx.caller.uid, subject: taskId })
  }
  return { success: true, task: await viewOf(ctx, taskId) }
}

/**
 * `government-tasks.delete-task`: no list shows it any more; it and its responses stay on record. Again changes nothing.
 * @throws NationError `task_not_found`, `task_delete_forbidden`
 */
export async function deleteTask(
  ctx: CitizenContext,
  { taskId, reason }: CallInput<'government-tasks.delete-task'>,
): Promise<CallOutput<'government-tasks.delete-task'>> {
  const task = await taskForChange(ctx, taskId, 'tasks.delete')
  const deletedAt = task.deleted_at ?? ctx.now()
  if (task.status !== 'deleted') {
    const end = {
      status: 'deleted',
      remindAt: null,
      deletedBy: ctx.caller.id,
      deletedAt,
      updatedAt: deletedAt,
    } as const
    await ctx.tx.getRepository(Task).update({ id: task.id }, end)
    ctx.journal.add({ kind: 'tasks.deleted', actor: ctx.caller.uid, subject: taskId })
    const facts = { what: 'task', reason: reason ?? null } as const
    ctx.journal.add({ kind: 'admin.deleted', actor: ctx.caller.uid, subject: taskId, facts })
  }
  return { success: true, message: 'Task deleted successfully!', taskId, deletedAt: deletedAt.getTime() }
}

const refusals = {
  'tasks.update': 'task_change_forbidden',
  'tasks.complete': 'task_change_forbidden',
  'tasks.delete': 'task_delete_forbidden',
} as const

async function taskForChange(ctx: CitizenContext, uid: string, power: keyof typeof refusals): Promise<LockedTask> {
  const task = await lockTask(ctx.tx, 'uid', uid)
  if (!task) throw new NationError('task_not_found')
  if (!can(await callerNow(ctx), power, { createdById: task.created_by })) throw new NationError(refusals[power])
  return task
}

/** No two states of a task have the same `updatedAt`: it names the state that a caller has read. */
const nextVersion = (task: LockedTask, now: Date): Date =>
  new Date(Math.max(now.getTime(), task.updated_at.getTime() + 1))

async function viewOf(ctx: CitizenContext, uid: string): Promise<View> {
  const row = await taskNamed(ctx.tx, uid)
  const [view] = row ? await presentTasks(ctx.tx, ctx.caller, [row], ctx.now()) : []
  if (!view) throw new NationError('task_not_found')
  // Who made a task may change it after their office ended; what officials responded is for officials.
  return can(await callerNow(ctx), 'tasks.view') ? view : { ...view, responses: [] }
}

/**
 * A task as the caller sees it: what a repeated change answers.
 * @throws NationError `task_deleted` when it was deleted since
 */
export async function taskAgain(ctx: CitizenContext, uid: string): Promise<View> {
  const row = await taskNamed(ctx.tx, uid)
  if (row?.status === 'deleted') throw new NationError('task_deleted')
  return viewOf(ctx, uid)
}

function instantOf(at: number): Date
function instantOf(at: number | null): Date | null
function instantOf(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}

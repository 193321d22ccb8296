import type { CallRequest } from '@nation/domain/contract'
import type { ErrorCode } from '@nation/domain/errors'
import { dueDatePossible, taskTextsComplete } from '@nation/domain/tasks'
import type { TaskAssignee, TaskPriority } from '@nation/domain/tasks'
import { localOf } from '../polls/form/poll-form'
import type { Task } from './types'

/** A task as somebody writes it. */
export interface TaskForm {
  readonly title: string
  readonly description: string
  readonly priority: TaskPriority
  readonly assignedTo: TaskAssignee
  /** As the field has it: local time; empty for none. */
  readonly dueDate: string
}

/** Requirements 2.5: for all, of normal priority, without a due date. */
export const blankTask: TaskForm = { title: '', description: '', priority: 'normal', assignedTo: 'all', dueDate: '' }

export const formOf = ({ title, description, priority, assignedTo, dueDate }: Task): TaskForm => ({
  ...{ title, description, priority, assignedTo },
  dueDate: dueDate === null ? '' : localOf(dueDate),
})

const instantOf = ({ dueDate }: TaskForm): number | null => (dueDate === '' ? null : new Date(dueDate).getTime())

/** What keeps the form from being sent, by its code; null when nothing does. A due date that stays is not looked at. */
export function problemOf(form: TaskForm, now: number, task?: Task): ErrorCode | null {
  const at = instantOf(form)
  const stays = task !== undefined && formOf(task).dueDate === form.dueDate
  const verdicts = [taskTextsComplete(form), stays || dueDatePossible(at === null ? null : new Date(at), new Date(now))]
  for (const verdict of verdicts) if (verdict !== true && !verdict.allowed) return verdict.code
  return null
}

export const creationOf = (form: TaskForm): CallRequest<'government-tasks.create-task'> => ({
  ...form,
  dueDate: instantOf(form),
})

/** What differs from the task as it was read. */
export function changeOf(task: Task, form: TaskForm): CallRequest<'government-tasks.update-task'> {
  const { dueDate, ...rest } = form
  const moved = formOf(task).dueDate !== dueDate
  return { taskId: task.id, updatedAt: task.updatedAt, ...rest, ...(moved && { dueDate: instantOf(form) }) }
}

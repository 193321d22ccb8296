import type { CallRequest } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { dueDatePossible, taskTextsComplete } from '@nation/domain/tasks'
import type { TaskAssignee, TaskPriority } from '@nation/domain/tasks'
import type { Problems } from '../../ui/form-errors/use-form-errors'
import { localOf } from '../../ui/local-instant'
import type { Task } from './types'

/** A task as its author writes it. */
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

/** What keeps the form from being sent, by field, and the sentence about what is missing. A due date that stays is not looked at. */
export function problemsOf(form: TaskForm, now: number, task?: Task): { problems: Problems; sentence: string | null } {
  const at = instantOf(form)
  const stays = task !== undefined && formOf(task).dueDate === form.dueDate
  const texts = taskTextsComplete(form)
  const due = dueDatePossible(at === null || stays ? null : new Date(at), new Date(now))
  const problems = {
    ...(form.title.trim() === '' && { title: 'Please enter a title.' }),
    ...(form.description.trim() === '' && { description: 'Please enter a description.' }),
    ...(!due.allowed && { dueDate: errorTable[due.code][1] }),
  }
  return { problems, sentence: texts.allowed ? null : errorTable[texts.code][1] }
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

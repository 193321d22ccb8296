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

/** What of a task its form needs. */
export type WrittenTask = Pick<Task, 'id' | 'title' | 'description' | 'priority' | 'assignedTo' | 'dueDate'>

export const formOf = ({ title, description, priority, assignedTo, dueDate }: Omit<WrittenTask, 'id'>): TaskForm => ({
  ...{ title, description, priority, assignedTo },
  dueDate: dueDate === null ? '' : localOf(dueDate),
})

const instantOf = ({ dueDate }: TaskForm): number | null => (dueDate === '' ? null : new Date(dueDate).getTime())

/** What keeps the form from being sent, by field, and the sentence about what is missing. A due date that stays is not looked at. */
export function problemsOf(
  form: TaskForm,
  now: number,
  task?: WrittenTask,
): { problems: Problems; sentence: string | null } {
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

/**
 * The fields in which a form differs from the task as it was read, with the task's id: what others change in other fields stays. Null
 * where nothing differs.
 */
export function changedFields(
  task: WrittenTask,
  form: TaskForm,
): Omit<CallRequest<'government-tasks.update-task'>, 'updatedAt'> | null {
  const before = formOf(task)
  const changed = (Object.keys(before) as (keyof TaskForm)[]).filter((field) => before[field] !== form[field])
  if (changed.length === 0) return null
  const given = creationOf(form)
  return { taskId: task.id, ...Object.fromEntries(changed.map((field) => [field, given[field]])) }
}

/** The form of a task that was written and not made: what a command about it contains, over the task as it was. */
export const formOfInput = (input: Readonly<Record<string, unknown>>, task?: WrittenTask): TaskForm =>
  formOf({ ...(task ?? { ...blankTask, dueDate: null }), ...(input as Partial<WrittenTask>) })

/** What differs from the task as it was read. */
export function changeOf(task: Task, form: TaskForm): CallRequest<'government-tasks.update-task'> {
  const { dueDate, ...rest } = form
  const moved = formOf(task).dueDate !== dueDate
  return { taskId: task.id, updatedAt: task.updatedAt, ...rest, ...(moved && { dueDate: instantOf(form) }) }
}

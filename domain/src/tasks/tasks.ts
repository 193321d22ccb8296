import { governmentRoles, isAdministrator, type GovernmentRole, type Roles } from '../permissions'
import { allowed, refused, type Verdict } from '../errors'

/** Lengths in characters, how far away a due date may be, and how much of a list is answered at once (requirements 2.9). */
export const taskLimits = {
  title: 200,
  description: 10_000,
  answer: 10_000,
  /** Images of a response (ruling: tasks). */
  images: 4,
  longestMs: 366 * 86_400_000,
  page: 50,
  /** Responses that a list shows with each task; the others are read by themselves. */
  shownResponses: 5,
} as const

/** Requirements 2.9. */
export const taskPriorities = ['normal', 'high', 'urgent'] as const

export type TaskPriority = (typeof taskPriorities)[number]

/** To whom a task can be given: an office, or all officials. It passes with the office to its next holder (ruling: tasks). */
export const taskAssignees = ['all', ...governmentRoles] as const

export type TaskAssignee = (typeof taskAssignees)[number]

/** What readers see of a task's state; `deleted` stays on record, and is shown in no list. */
export const taskStatuses = ['open', 'completed'] as const

export type TaskStatus = (typeof taskStatuses)[number]

/** The author's role when they wrote a task or a response: their office, or else administrator or citizen. */
export const taskWriters = [...governmentRoles, 'admin', 'citizen'] as const

export type TaskWriter = (typeof taskWriters)[number]

/** The office comes first: a task is given and answered by it. */
export const taskWriter = (who: Roles): TaskWriter => who.governmentRole ?? (isAdministrator(who) ? 'admin' : 'citizen')

/** A task as the rules see it. */
export interface TaskState {
  readonly status: TaskStatus | 'deleted'
  readonly dueAt: Date | null
}

/** Whether an open task's due instant has come. An instant belongs to what begins with it. */
export const isOverdue = ({ status, dueAt }: TaskState, now: Date): boolean =>
  status === 'open' && dueAt !== null && now >= dueAt

/** Whether a task belongs to this office, or to all officials. */
export const isOfOffice = (assignedTo: TaskAssignee, office: GovernmentRole | null): boolean =>
  office !== null && (assignedTo === 'all' || assignedTo === office)

/** Whether title and description say something (requirements 2.5). */
export const taskTextsComplete = ({ title, description }: Readonly<Record<'title' | 'description', string>>): Verdict =>
  title.trim() === '' || description.trim() === '' ? refused('task_fields_missing') : allowed

/** Whether a task can be due then: not at all, or in the future, within a year. */
export const dueDatePossible = (dueAt: Date | null, now: Date): Verdict =>
  dueAt === null || (dueAt > now && dueAt.getTime() - now.getTime() <= taskLimits.longestMs)
    ? allowed
    : refused('task_due_invalid')

/** Whether a task takes a response now. Asked after the task was locked. */
export function canAnswerTask(task: Pick<TaskState, 'status'>, answer: string): Verdict {
  if (answer.trim() === '') return refused('task_response_missing')
  return canChangeTask(task)
}

/** Whether a task can be edited now. One that is completed is reopened first. */
export function canChangeTask({ status }: Pick<TaskState, 'status'>): Verdict {
  if (status === 'deleted') return refused('task_deleted')
  return status === 'completed' ? refused('task_completed') : allowed
}

/** Whether a task can be completed or reopened: also again, which changes nothing. */
export const canSetStatus = ({ status }: Pick<TaskState, 'status'>): Verdict =>
  status === 'deleted' ? refused('task_deleted') : allowed

/** The two reminders of a due date. */
export const reminderKinds = ['day-before', 'due'] as const

export type ReminderKind = (typeof reminderKinds)[number]

const dayMs = 86_400_000

/** When each reminder of a due date is. */
export const reminderAt = (kind: ReminderKind, dueAt: Date): Date =>
  kind === 'due' ? dueAt : new Date(dueAt.getTime() - dayMs)

/** The first reminder of a due date that is later than an instant; null when there is none. */
export function nextReminder(dueAt: Date | null, after: Date): { kind: ReminderKind; at: Date } | null {
  if (dueAt === null) return null
  const kind = reminderKinds.find((one) => reminderAt(one, dueAt) > after)
  return kind ? { kind, at: reminderAt(kind, dueAt) } : null
}

/**
 * A due date as clients write it: an instant, an instant in ISO 8601, or a day, which is due when it is over (UTC). Null where
 * there is none.
 */
export function dueInstant(given: number | string | null): number | null {
  if (given === null || given === '') return null
  if (typeof given === 'number') return given
  return Date.parse(given) + (given.length === 'YYYY-MM-DD'.length ? dayMs : 0)
}

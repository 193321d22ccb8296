import type { TaskAssignee, TaskPriority, TaskStatus, TaskWriter } from '@nation/domain/tasks'
import { officeTitle } from '@nation/domain/elections'
import type { JsonCallId } from '../../lib/api/client'

export const priorityWords: Readonly<Record<TaskPriority, string>> = {
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const statusWords: Readonly<Record<TaskStatus, string>> = { open: 'Open', completed: 'Completed' }

/** For whom a task is. */
export const assigneeWords = (to: TaskAssignee): string => (to === 'all' ? 'All officials' : officeTitle(to))

/** What the writer was when they wrote. */
export function writerWords(role: TaskWriter): string {
  if (role === 'citizen') return 'Citizen'
  return role === 'admin' ? 'Administrator' : officeTitle(role)
}

export const responsesInWords = (count: number): string => (count === 1 ? '1 response' : `${count} responses`)

/** What reads differently after a change of a task. */
export const taskReads: readonly JsonCallId[] = [
  'government-tasks.get-tasks',
  'government-tasks.get-responses',
  'participation.day',
]

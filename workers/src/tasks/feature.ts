import { remindersDueAt, remindOfTasks } from '@nation/core/tasks'
import type { TimedJob } from '@nation/core/work'

/** The timed work of tasks: their owners are reminded. */
export const taskJobs: readonly TimedJob[] = [
  { name: 'tasks.remind', dueAt: (database) => remindersDueAt(database), run: remindOfTasks },
]

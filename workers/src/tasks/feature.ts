import { remindersDueAt, remindOfTasks } from '@nation/core/tasks'
import type { TimedJob } from '@nation/core/work'

/** What the clock asks of tasks: that whoever has to do them is reminded. */
export const taskJobs: readonly TimedJob[] = [
  { name: 'tasks.remind', dueAt: (database) => remindersDueAt(database), run: remindOfTasks },
]

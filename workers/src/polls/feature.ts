import { closeDuePolls, pollsDueAt } from '@nation/core/polls'
import type { TimedJob } from '@nation/core/work'

/** What the clock asks of polls: that their end is known. */
export const pollJobs: readonly TimedJob[] = [
  { name: 'polls.close-due', dueAt: (database) => pollsDueAt(database), run: closeDuePolls },
]

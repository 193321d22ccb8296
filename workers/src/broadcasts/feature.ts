import { broadcastsDueAt, endDueBroadcasts } from '@nation/core/broadcasts'
import type { TimedJob } from '@nation/core/work'

/** What the clock asks of broadcasts: that their end is known. */
export const broadcastJobs: readonly TimedJob[] = [
  { name: 'broadcasts.end-due', dueAt: (database) => broadcastsDueAt(database), run: endDueBroadcasts },
]

import { advanceElections, electionsDueAt } from '@nation/core/elections'
import type { TimedJob } from '@nation/core/work'

/** What the clock asks of elections: phases, the count, the new government, the next week. */
export const electionJobs: readonly TimedJob[] = [
  {
    name: 'elections.advance',
    dueAt: (database, now) => electionsDueAt({ database }, now),
    run: async (runtime) => {
      await advanceElections(runtime)
    },
  },
]

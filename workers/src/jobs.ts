import type { Config } from '@nation/core/platform'
import type { TimedJob } from '@nation/core/work'
import { balanceJobs } from './balances'
import { bankJobs } from './bank'
import { broadcastJobs } from './broadcasts'
import { xJobs } from './citizens'
import { electionJobs } from './elections'
import { mediaJobs } from './media'
import { pollJobs } from './polls'
import { taskJobs } from './tasks'

/** Everything that the clock makes due. */
export function timedJobsOf(config: Config): readonly TimedJob[] {
  return [
    ...electionJobs,
    ...bankJobs,
    ...balanceJobs(config),
    ...xJobs(config),
    ...mediaJobs(config),
    ...pollJobs,
    ...broadcastJobs,
    ...taskJobs,
  ]
}

import type { Config, Logger } from '@nation/core/platform'
import type { TimedJob } from '@nation/core/work'
import { XApp } from '@nation/core/x'
import { balanceJobs } from './balances/feature'
import { bankJobs } from './bank/feature'
import { broadcastJobs } from './broadcasts/feature'
import { xJobs } from './citizens/feature'
import { electionJobs } from './elections/feature'
import { mediaJobs } from './media/feature'
import { pollJobs } from './polls/feature'
import { taskJobs } from './tasks/feature'

/** Everything that the clock makes due: what each feature adds. */
export function timedJobsOf(config: Config, log?: Logger): readonly TimedJob[] {
  return [
    ...electionJobs,
    ...bankJobs,
    ...balanceJobs(config),
    ...xJobs(config, new XApp(config.x, log)),
    ...mediaJobs(config),
    ...pollJobs,
    ...broadcastJobs,
    ...taskJobs,
  ]
}

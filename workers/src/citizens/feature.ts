import { refreshAllFromX, refreshDueAt } from '@nation/core/citizens'
import type { Config } from '@nation/core/platform'
import { exclusively, type TimedJob } from '@nation/core/work'
import { XApp } from '@nation/core/x'
import { beginTimeSlice } from '../time-slice'

/**
 * What the clock makes due of citizens' data on X. A round is done in slices: while one is under way, the next slice is due at
 * once, and a pause holds between two of them.
 */
export function xJobs(config: Pick<Config, 'x'>, x = new XApp(config.x)): readonly TimedJob[] {
  const name = 'citizens.refresh-from-x'
  return [
    {
      name,
      long: true,
      dueAt: refreshDueAt,
      run: async (runtime) =>
        exclusively(runtime, name, async () => void (await refreshAllFromX(runtime, x, beginTimeSlice()))),
    },
  ]
}

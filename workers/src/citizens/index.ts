import { refreshAll, refreshDueAt } from '@nation/core/citizens'
import type { Config } from '@nation/core/platform'
import { exclusively, type TimedJob } from '@nation/core/work'
import { XApp } from '@nation/core/x'

/** What the clock makes due of citizens' data on X. */
export function xJobs(config: Config): readonly TimedJob[] {
  const x = new XApp(config.x)
  const name = 'citizens.refresh-from-x'
  return [
    {
      name,
      long: true,
      dueAt: (database) => refreshDueAt(database),
      run: async (runtime) => void (await exclusively(runtime, name, async () => void (await refreshAll(runtime, x)))),
    },
  ]
}

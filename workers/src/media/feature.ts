import { openMediaStore, orphansDueAt, removeOrphans } from '@nation/core/media'
import type { Config } from '@nation/core/platform'
import { exclusively, type TimedJob } from '@nation/core/work'

/** What the clock makes due of uploads. */
export function mediaJobs(config: Config): readonly TimedJob[] {
  const store = openMediaStore(config)
  const name = 'media.remove-orphans'
  return [
    {
      name,
      long: true,
      dueAt: (database) => orphansDueAt(database),
      run: async (runtime) => exclusively(runtime, name, async () => void (await removeOrphans(runtime, store))),
    },
  ]
}

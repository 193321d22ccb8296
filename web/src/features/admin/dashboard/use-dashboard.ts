import { useFeatures } from '../../../lib/feature-flags'
import { useCall } from '../../../lib/query/query'
import { usePanelCall } from '../panel-session'

/** How often figures without an event are read again, in milliseconds. */
const EVERY = 30_000

/** How many elections and cycles the charts go back. */
export const chartedElections = 12
export const chartedCycles = 12

/** Elections that are over, the newest first; they are not asked for while elections are switched off. */
export function usePastElections() {
  const { elections } = useFeatures()
  return useCall('elections.list', { status: 'past', limit: chartedElections }, { enabled: elections })
}

/** How the jobs stand; the tab Jobs asks the same. */
export const useJobs = () => usePanelCall('admin.jobs', {}, EVERY)

/** Readings that are figures of counters and projections: none counts a table. */
export function useFigures() {
  return {
    stats: useCall('system.stats', {}, { every: EVERY }),
    overview: useCall('government.overview', {}, { every: EVERY }),
    bank: useCall('bank.get-data', {}, { every: EVERY }),
    health: useCall('system.health', {}, { every: EVERY }),
    elections: usePastElections(),
    jobs: useJobs(),
  }
}

import { Stack } from '../../../ui'
import { Charts } from './Charts'
import { Glance } from './Glance'

/** The nation at a glance, and how it went over time. */
export function DashboardTab() {
  return (
    <Stack gap={6}>
      <Glance />
      <Charts />
    </Stack>
  )
}

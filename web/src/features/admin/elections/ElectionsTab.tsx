import { ElectionCalendar, calendarReads } from '../../elections'
import { Stack } from '../../../ui'
import { usePanelChange } from '../panel-session'
import { ElectionCandidates } from './ElectionCandidates'
import { Seating } from './Seating'

const always = () => true

/** Elections as the administration sees them: the calendar, who is seated and who would be, and who stands. */
export function ElectionsTab() {
  return (
    <Stack gap={7}>
      <ElectionCalendar
        mayPlan
        mayCancel={always}
        creation={usePanelChange('elections.create', calendarReads)}
        cancellation={usePanelChange('elections.cancel', calendarReads)}
      />
      <Seating />
      <ElectionCandidates />
    </Stack>
  )
}

import type { JsonCallId } from '../../../lib/api/client'
import type { useChange } from '../../../lib/query/query'

/** What is read anew after a change of the calendar. */
export const calendarReads = ['elections.list', 'elections.current', 'elections.get'] satisfies readonly JsonCallId[]

/** How the calendar is changed: in the name of the page's session, or of the panel's. */
export interface CalendarChanges {
  readonly creation: ReturnType<typeof useChange<'elections.create'>>
  readonly cancellation: ReturnType<typeof useChange<'elections.cancel'>>
}

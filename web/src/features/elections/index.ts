// What the app and other features use of the elections.
export { DONE_PATH, ballotPath } from './ballot/addresses'
export { ElectionCalendar } from './calendar/Calendar'
export { calendarReads } from './calendar/calendar-changes'
export { wonInWords } from './results/choices'
export { candidateReads, deleteCandidate, removalReasonNote, rivalNote } from './shared/DeleteCandidate'
export { levelAtHead } from './shared/level'
export { NameAndHandle } from './shared/NameAndHandle'
export type { Candidate, ElectionSummary, Result, Results } from './shared/types'

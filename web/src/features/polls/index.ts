// What the app and other features use of the polls.
export { followPollCounts } from './follow-counts'
export { loadPollDialog } from './form/load-poll-dialog'

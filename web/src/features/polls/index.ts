// What the app and other features use of the polls.
export { loadPollDialog } from './form/load-poll-dialog'

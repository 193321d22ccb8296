/** The form of a poll, loaded when it is opened. */
export const loadPollDialog = () => import('./PollDialog')

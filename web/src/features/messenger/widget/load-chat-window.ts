/**
 * The window of the floating chat. It is asked for from a file of its own: the addresses of all that it needs are as large as a quarter
 * of the button's code, which every page loads.
 */
export const loadChatWindow = () => import('./ChatWindow')

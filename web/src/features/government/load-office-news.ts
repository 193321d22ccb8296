/** What a citizen is told whose office or role began or ended; loaded when one did. */
export const loadOfficeNews = () => import('./office-news')

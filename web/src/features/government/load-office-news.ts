/** The notice to a citizen whose office or role began or ended; loaded when one did. */
export const loadOfficeNews = () => import('./office-news')

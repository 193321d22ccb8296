/** Loads what the day of a citizen is drawn with. */
export const loadDay = () => import('./Day')

// What the app and other features use of the government.
export { loadOfficeNews } from './load-office-news'
export { governmentPath, officePath, officialPath, promisesPath } from './paths'
export { recordInWords } from './promises/promise-words'
export { holdersOf, seatsOf, turnsSince } from './seats'
export { useTurns } from './use-turns'
export type { Member, Seat } from './seats'
export { howTheyCame, howYoursEnded } from './term-words'

// What the app and other features use of the government.
export { loadOfficeNews } from './load-office-news'
export { governmentPath, officePath, officialPath, promisesPath } from './paths'
export { doneInWords } from './promises/promise-words'
export { usePromises } from './promises/use-promises'
export { holdersOf, seatsOf, turnsSince } from './seats'
export { useTurns } from './use-turns'
export type { Member, Seat } from './seats'
export { howTheyCame, howYoursEnded } from './term-words'

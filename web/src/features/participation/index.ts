// What the app and other features use of participation.
export { useDay } from './use-day'
export type { Day } from './use-day'

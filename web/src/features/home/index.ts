// What the app and other features use of the home page.
export { default as Home } from './Home'
export { useRemembered } from './day/use-remembered'
export { loadDay } from './day/load-day'

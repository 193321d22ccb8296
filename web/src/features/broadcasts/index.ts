// What the app and other features use of the broadcasts.
export { NewsTicker } from './NewsTicker'

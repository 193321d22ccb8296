// What the app and other features use of the gazette.
export { LatestEntries } from './LatestEntries'
export { Sentence } from './Sentence'

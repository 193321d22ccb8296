export { gazetteEntryRead } from './gazette.calls'

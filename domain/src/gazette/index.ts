export type { GazetteEntryPart } from './contract'
export * from './kinds'
export * from './sentence'
export * from './words'

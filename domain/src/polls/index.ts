export * from './polls'
export * from './shares'

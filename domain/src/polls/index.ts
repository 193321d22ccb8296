export * from './counts'
export * from './polls'
export * from './shares'

export * from './housekeeping'
export * from './lists'
export * from './open-database'

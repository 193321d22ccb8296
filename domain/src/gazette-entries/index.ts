export * from './audit'
export * from './entries'
export * from './table'

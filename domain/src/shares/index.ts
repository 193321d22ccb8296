export * from './shares'

export * from './progress'

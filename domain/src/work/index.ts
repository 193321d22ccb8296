export * from './jobs'
export * from './progress'

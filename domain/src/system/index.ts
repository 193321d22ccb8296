export * from './client-logs'
export * from './features'

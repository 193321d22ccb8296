export * from './client-logs'

export * from './tasks'

export * from './sessions'

export * from './interviews'
export * from './responses'

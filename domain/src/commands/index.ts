export * from './commands'
export * from './effects'

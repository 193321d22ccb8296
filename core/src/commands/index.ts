export * from './commands.service'

export * from './replica.service'

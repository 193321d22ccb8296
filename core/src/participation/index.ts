export * from './overview'

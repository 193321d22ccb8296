export * from './broadcasts'

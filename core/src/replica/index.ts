export * from './replica.service'
export { sources } from './tables'

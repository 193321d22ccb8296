export * from './constants'

export * from './tables'

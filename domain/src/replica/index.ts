export * from './format'
export * from './tables'

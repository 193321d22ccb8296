export * from './format'
export * from './pages'
export * from './tables'

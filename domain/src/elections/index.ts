export * from './constants'
export * from './positions'

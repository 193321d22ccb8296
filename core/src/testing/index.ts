export * from './database'
export * from './factories'
export * from '../elections/testing'
export * from './dying'

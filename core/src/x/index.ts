export * from './x-app'
export * from './x-client'

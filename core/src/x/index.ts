export * from './x-app'

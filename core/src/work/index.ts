export * from './queue'
export * from './react'
export * from './relay'
export * from './timed'

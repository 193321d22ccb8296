export * from './broadcast.entity'
export * from './broadcasts.service'
export * from './end-due'

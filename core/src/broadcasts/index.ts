export * from './broadcast.entity'
export * from './broadcasts.service'

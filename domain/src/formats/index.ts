export * from './amounts'
export * from './names'
export * from './times'

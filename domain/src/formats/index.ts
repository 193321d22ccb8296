export * from './amounts'
export * from './csv'
export * from './names'
export * from './times'

export * from './draw'
export * from './share'

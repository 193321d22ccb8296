export * from './day'
export * from './limits'
export * from './visits'

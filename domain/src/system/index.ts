export * from './client-logs'
export * from './features'
export * from './limits'
export * from './links'

export * from './session.entity'
export * from './sessions.service'

export * from './interview.entity'
export * from './interviews.service'
export * from './manage.service'
export * from './responses.service'

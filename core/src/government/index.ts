export * from './government.service'
export * from './official.service'

export * from './government.service'
export * from './office.service'
export * from './official.service'
export * from './overview.service'

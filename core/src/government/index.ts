export * from './government.service'

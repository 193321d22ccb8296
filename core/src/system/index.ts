export * from './feature.entity'
export * from './features.service'

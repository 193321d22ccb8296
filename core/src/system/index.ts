export * from './feature.entity'
export * from './features.service'
export * from './setting.entity'
export * from './settings.service'

export * from './panel.entity'
export * from './panel.service'

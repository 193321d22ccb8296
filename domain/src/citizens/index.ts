export * from './permissions'
export * from './eligibility'
export * from './picture'
export * from './profile'

export * from './permissions'
export * from './eligibility'

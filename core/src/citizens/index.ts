export * from './citizen.entity'
export * from './citizens.service'
export * from './present'
export * from './portrait'

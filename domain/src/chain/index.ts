export * from './address'
export * from './holdings'
export * from './sign-in'
export * from './token'

export * from './identify'
export * from './keys'
export * from './sign-in-cookie'
export * from './tokens'

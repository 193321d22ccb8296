export * from './chain'
export { ChainUnavailable, MethodRefused, Rpc } from './rpc'
export { tokenPrograms, type TokenAccount } from './token-accounts'

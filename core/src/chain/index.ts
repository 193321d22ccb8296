export * from './chain'
export { ChainUnavailable, MethodRefused, Rpc } from './rpc'
export { tokenPrograms, type TokenAccount } from './token-accounts'
export type { TokenReading, WalletReading } from './wallets'

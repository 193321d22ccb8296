/** The token that citizens hold: its sign and its decimals (requirements 1.3, token balance result). */
export const token = { symbol: '$ON', decimals: 9 } as const

/** The label of the token's present version (requirements 1.4, token-version migration). */
export const defaultTokenVersion = 'v2_new_token'

/** The networks that a nation may live on. */
export const networks = ['mainnet-beta', 'testnet', 'devnet'] as const

export type Network = (typeof networks)[number]

/** The token of a developer's machine. It exists nowhere else, so production refuses it. */
export const demoMint = 'DemoDVnQBEMe5vhpWyzcjSbHo8LK5BJDLtRUKbGhLxGW'

/** How wallets name a network when they ask for a signature (Sign-In With Solana, chain id). */
export const signInChainId = (network: Network): string => (network === 'mainnet-beta' ? 'mainnet' : network)

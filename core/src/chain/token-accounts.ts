import { addressBytes, addressOf } from '@nation/domain/chain'

/** The two programs that keep tokens; a mint belongs to one of them. */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

const programs: ReadonlySet<string> = new Set(Object.values(tokenPrograms))

export const isTokenProgram = (address: string): boolean => programs.has(address)

/** What of a token account is read: mint, owner, amount, delegate, state. Extensions of Token-2022 lie behind it. */
export const accountSlice = { offset: 0, length: 109 } as const

export interface TokenAccount {
  readonly owner: string
  /** Base units. */
  readonly amount: bigint
}

const state = { uninitialized: 0, initialized: 1, frozen: 2 } as const

/**
 * A token account from its bytes; null for one that was never initialised. Frozen tokens are held, too.
 * @throws Error when these are no bytes of an account of that mint
 */
export function tokenAccountOf(data: Uint8Array, mint: string): TokenAccount | null {
  if (data.length < accountSlice.length) throw new Error('a token account that is too short')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const kind = view.getUint8(108)
  if (kind === state.uninitialized) return null
  if (kind !== state.initialized && kind !== state.frozen) throw new Error('a token account of no known state')
  if (!sameBytes(data.subarray(0, 32), addressBytes(mint))) throw new Error('an account of another token')
  return { owner: addressOf(data.subarray(32, 64)), amount: view.getBigUint64(64, true) }
}

export interface MintFacts {
  readonly supply: bigint
  readonly decimals: number
  /** Whether the mint has extensions of Token-2022: its fees may lie outside of all balances. */
  readonly extended: boolean
}

const plainMintLength = 82

/** A mint from its bytes. @throws Error when these are none */
export function mintOf(data: Uint8Array): MintFacts {
  if (data.length < plainMintLength) throw new Error('a mint that is too short')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint8(45) !== 1) throw new Error('a mint that was never initialised')
  return {
    supply: view.getBigUint64(36, true),
    decimals: view.getUint8(44),
    extended: data.length > plainMintLength,
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array | null): boolean {
  return b !== null && a.length === b.length && a.every((byte, index) => byte === b[index])
}

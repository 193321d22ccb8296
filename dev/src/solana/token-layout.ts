import { addressBytes } from '@nation/domain/chain'

/** The programs of Solana that the stand-in speaks of by name. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const

export type TokenProgram = 'token' | 'token2022'

export const mintLength = 82
export const accountLength = 165

/** A mint's bytes, as SPL Token keeps them. */
export function mintData(facts: { authority: string; supply: bigint; decimals: number }): Uint8Array {
  const data = new Uint8Array(mintLength)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  data.set(bytesOf(facts.authority), 4)
  view.setBigUint64(36, facts.supply, true)
  view.setUint8(44, facts.decimals)
  view.setUint8(45, 1)
  return data
}

/** A token account's bytes. */
export function accountData(facts: { mint: string; owner: string; amount: bigint }): Uint8Array {
  const data = new Uint8Array(accountLength)
  const view = new DataView(data.buffer)
  data.set(bytesOf(facts.mint), 0)
  data.set(bytesOf(facts.owner), 32)
  view.setBigUint64(64, facts.amount, true)
  view.setUint8(108, 1)
  return data
}

export const amountOf = (data: Uint8Array): bigint => viewOf(data).getBigUint64(64, true)
export const supplyOf = (data: Uint8Array): bigint => viewOf(data).getBigUint64(36, true)
export const decimalsOf = (data: Uint8Array): number => viewOf(data).getUint8(44)

/** Whether these bytes are an account's rather than a mint's: Token-2022 marks what is longer than either. */
export const isAccountData = (data: Uint8Array): boolean =>
  data.length === accountLength || (data.length > accountLength && data[accountLength] === 2)

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

function bytesOf(address: string): Uint8Array {
  const bytes = addressBytes(address)
  if (!bytes) throw new Error(`${address} is no address.`)
  return bytes
}

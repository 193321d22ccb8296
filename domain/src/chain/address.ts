import bs58 from 'bs58'

/** Lengths that 32 bytes can have in base58. */
const shape = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** The 32 bytes of a Solana address; null when the text is not one. */
export function addressBytes(text: string): Uint8Array | null {
  if (!shape.test(text)) return null
  const bytes = bs58.decode(text)
  return bytes.length === 32 ? bytes : null
}

/** Whether a text is a Solana address: 32 bytes in base58, as every wallet and every token account has one. */
export const isAddress = (text: string): boolean => addressBytes(text) !== null

/** The address of 32 bytes. */
export const addressOf = (bytes: Uint8Array): string => bs58.encode(bytes)

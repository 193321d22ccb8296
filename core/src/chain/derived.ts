import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { addressBytes, addressOf } from '@nation/domain/chain'

const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const marker = Buffer.from('ProgramDerivedAddress')

const bytesOf = (address: string): Uint8Array => {
  const bytes = addressBytes(address)
  if (bytes === null) throw new Error(`${address} is no address.`)
  return bytes
}

/**
 * Where wallets keep a token by default: the associated token account, an address that follows from the
 * owner, the program and the mint, and that no key has.
 */
export function associatedAccount(owner: string, program: string, mint: string): string {
  const seeds = [bytesOf(owner), bytesOf(program), bytesOf(mint)]
  const of = bytesOf(associatedProgram)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of [...seeds, Uint8Array.of(bump), of, marker]) hash.update(seed)
    const candidate = new Uint8Array(hash.digest())
    if (!isKey(candidate)) return addressOf(candidate)
  }
  throw new Error('There is no such address.')
}

/** Whether these bytes are a point of the curve, as the chain reads them: then a private key for them may exist. */
function isKey(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}

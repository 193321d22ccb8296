import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import bs58 from 'bs58'

/** What stands before the 32 bytes of an ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The Solana address of a demo citizen: a real one, whose key anybody can derive from the handle. It must never hold
 * anything outside the stand-in.
 */
export function demoWallet(handle: string): string {
  const secret = createHash('sha256').update(`nation demo wallet of ${handle}`).digest()
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' })
  return bs58.encode(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
}

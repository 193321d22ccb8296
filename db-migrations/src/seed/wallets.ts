import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import bs58 from 'bs58'

/**
 * The Solana address of a demo citizen: a real one, whose key can be derived from the handle. It must never hold
 * anything outside the stand-in.
 */
export function demoWallet(handle: string): string {
  const secret = createHash('sha256').update(`nation demo wallet of ${handle}`).digest()
  // As a JWK, since OpenSSL takes 2 ms to decode a key in DER. `x` has to be there, and is not read: the key follows from `d`.
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: secret.toString('base64url'), x: secret.toString('base64url') }
  const key = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }))
  return bs58.encode(key.export({ format: 'der', type: 'spki' }).subarray(-32))
}

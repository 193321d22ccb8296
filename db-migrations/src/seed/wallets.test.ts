import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import bs58 from 'bs58'
import { expect, test } from 'vitest'
import { demoWallet } from './wallets'

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

test('a demo citizen’s address is the public key of the secret that follows from the handle', () => {
  const secret = createHash('sha256').update('nation demo wallet of ada').digest()
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  expect(demoWallet('ada')).toBe(bs58.encode(publicKey))
})

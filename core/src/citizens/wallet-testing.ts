import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { addressOf } from '@nation/domain/chain'

/** A wallet whose key a test holds. */
export interface TestWallet {
  readonly address: string
  /** Signs a text as wallets do, and says both as a proof travels. */
  readonly prove: (text: string) => { signedMessage: string; signature: string }
}

let made = 0

/** A wallet of a test; another one each time. */
export function aWallet(seed = `wallet ${process.pid} ${++made}`): TestWallet {
  const secret = createHash('sha256').update(seed).digest()
  return {
    address: addressOf(ed25519.getPublicKey(secret)),
    prove: (text) => {
      const message = Buffer.from(text, 'utf8')
      const signature = ed25519.sign(message, secret)
      return { signedMessage: message.toString('base64'), signature: Buffer.from(signature).toString('base64') }
    },
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Stands for the operating system's store of secrets: one key in a folder, which wraps the others. */
export function keyStore(folder: string, backend: string) {
  const file = path.join(folder, 'system-key')
  const secret = () => {
    if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32), { mode: 0o600 })
    return fs.readFileSync(file)
  }
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString(text: string): Buffer {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret(), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decryptString(wrapped: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', secret(), wrapped.subarray(0, 12))
      decipher.setAuthTag(wrapped.subarray(12, 28))
      return Buffer.concat([decipher.update(wrapped.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

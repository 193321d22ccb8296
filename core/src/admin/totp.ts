import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Nation'
const stepSeconds = 30

/** A new second factor: the secret to store (encrypted), and the address that an authenticator app reads. */
export function newTotp(key: Uint8Array, username: string): { stored: string; address: string } {
  const secret = new Secret({ size: 20 })
  return { stored: encrypt(key, secret.base32), address: totpOf(secret, username).toString() }
}

/**
 * Checks a code, one step of clock drift to either side.
 * @returns the time step that it belongs to (each is good once), or null
 */
export function totpStep(key: Uint8Array, stored: string, code: string, now: Date): number | null {
  const secret = readSecret(key, stored)
  if (secret === null) return null
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** Whether a stored second factor can be read: not when it was stored under another NATION_SECRET. */
export function isReadable(key: Uint8Array, stored: string): boolean {
  return readSecret(key, stored) !== null
}

/** Null when the nation's secret is another than the one it was stored under: then no code is right. */
function readSecret(key: Uint8Array, stored: string): Secret | null {
  try {
    return Secret.fromBase32(decrypt(key, stored))
  } catch {
    return null
  }
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret })
}

function encrypt(key: Uint8Array, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Uint8Array, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

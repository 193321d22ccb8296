/** The length of a key, in bytes (AES-256). */
export const keyBytes = 32
const ivBytes = 12

/** Makes values into ciphertext and back. `place` says where the value belongs: moved elsewhere, it cannot be opened. */
export interface Cipher {
  readonly encrypt: (place: string, value: unknown) => Promise<Uint8Array<ArrayBuffer>>
  /** The same of JSON that is text already, as bytes. */
  readonly encryptText: (place: string, text: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  readonly open: (place: string, encrypted: Uint8Array<ArrayBuffer>) => Promise<unknown>
  /** The same in two steps: the first one runs beside the page, the second one in it, when it is called. */
  readonly decrypt: (place: string, encrypted: Uint8Array<ArrayBuffer>) => Promise<() => unknown>
}

/** A record cannot be opened: it is damaged, or of another place. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
}

/** Nothing that is stored can be opened with this key. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'
}

/** AES-GCM with a random nonce for each value. @param key 32 bytes */
export async function cipherOf(key: Uint8Array<ArrayBuffer>): Promise<Cipher> {
  const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(place),
  })
  const cannotOpen = (place: string) => new CannotOpen(`What is stored as ${place} cannot be opened.`)
  const decrypt: Cipher['decrypt'] = async (place, encrypted) => {
    const iv = encrypted.slice(0, ivBytes)
    const text = await crypto.subtle.decrypt(algorithm(iv, place), secret, encrypted.subarray(ivBytes)).catch(() => {
      throw cannotOpen(place)
    })
    return () => {
      try {
        return JSON.parse(decoder.decode(text)) as unknown
      } catch {
        throw cannotOpen(place)
      }
    }
  }
  const encryptText: Cipher['encryptText'] = async (place, text) => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, place), secret, text))
    const whole = new Uint8Array(ivBytes + encrypted.length)
    whole.set(iv)
    whole.set(encrypted, ivBytes)
    return whole
  }
  return {
    encrypt: async (place, value) => encryptText(place, encoder.encode(JSON.stringify(value))),
    encryptText,
    open: async (place, encrypted) => (await decrypt(place, encrypted))(),
    decrypt,
  }
}

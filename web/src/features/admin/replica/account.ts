import { cipherOf } from '../../../lib/replica'
import { deleteLooked } from './looked-at'

/** The administrator to whom the copy belongs, and the panel token with which the console reads changes. */
export interface Account {
  /** The administrator's public id. */
  readonly me: string
  /** Only the copy uses it. After a restart, screens that ask the server need the password again. */
  readonly token: string
  /** The text that the server sends once it ended the session of this token; null where the server gave none at the sign-in. */
  readonly farewell: string | null
}

const placeOf = (name: string): string => `replica account ${name}`

/** The stored account, opened with the key of this profile; null without one, or when it cannot be read. */
export async function readAccount(name: string, key: Uint8Array<ArrayBuffer> | null): Promise<Account | null> {
  const stored = localStorage.getItem(placeOf(name))
  if (stored === null || key === null) return null
  try {
    const encrypted = Uint8Array.from(atob(stored), (letter) => letter.charCodeAt(0))
    const {
      me,
      token,
      farewell = null,
    } = (await (await cipherOf(key)).open(placeOf(name), encrypted)) as Partial<Account>
    return typeof me === 'string' && typeof token === 'string' ? { me, token, farewell } : null
  } catch {
    return null
  }
}

/** Stores the account encrypted. Without a key that lasts, nothing is stored. */
export async function saveAccount(name: string, key: Uint8Array<ArrayBuffer> | null, account: Account): Promise<void> {
  if (key === null) return
  const encrypted = await (await cipherOf(key)).encrypt(placeOf(name), account)
  localStorage.setItem(placeOf(name), btoa(String.fromCharCode(...encrypted)))
}

export function deleteAccount(name: string): void {
  localStorage.removeItem(placeOf(name))
  deleteLooked(name)
}

/** Calls the listener when another window of this profile signs in or out. */
export function onAccountElsewhere(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === placeOf(name) && listener()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

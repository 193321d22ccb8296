import { cipherOf } from '../../../lib/replica'
import { deleteLooked } from './looked-at'

/** Whose copy is on this machine, and with which panel token the console asks for what changed. */
export interface Account {
  /** The administrator's public id. */
  readonly me: string
  /** It is used for the copy alone: the screens that ask the server want the password again after a restart. */
  readonly token: string
  /** The text that the server sends once it ended the session of this token; null where the server gave none at the sign-in. */
  readonly farewell: string | null
}

const placeOf = (name: string): string => `replica account ${name}`

/** The stored account, opened with the key of this profile; null where there is none, or where it cannot be read. */
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

/** Calls back when another window of this profile signs in or out. */
export function onAccountElsewhere(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === placeOf(name) && listener()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

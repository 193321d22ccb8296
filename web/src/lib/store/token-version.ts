import { useUser, useWallet, zeroBalances } from './citizen'

/** Where a browser keeps the version of the token whose balances it knows. */
export const TOKEN_VERSION_KEY = 'tokenVersion'

interface Surroundings {
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'>
  readonly reload?: () => void
  /** Whether this browser knew a citizen when the page was opened. Who signs in on the page has a balance of the present token. */
  readonly knewCitizen?: boolean
}

/** Whether this browser has stored a version of the token. One that stores nothing never will, and has nothing to ask for. */
export function knowsTokenVersion(): boolean {
  try {
    return Boolean(localStorage.getItem(TOKEN_VERSION_KEY))
  } catch {
    return true
  }
}

/** Stored until the version is known, where the first citizen of this browser has signed in: their balance is of the present one. */
const PRESENT = ''

/** As it was stored: this module is read before the session answers. */
const citizenWasStored = useUser.getState().user !== null || useWallet.getState().address !== null

/**
 * Notes that a citizen has signed in. Where this browser knew none, what it knows of them now is of the token's present version: the next
 * page has nothing to migrate, also when this one is left before the version is known.
 */
export function noteFirstCitizen({ storage: given, knewCitizen = citizenWasStored }: Surroundings = {}): void {
  try {
    const storage = given ?? localStorage
    if (!knewCitizen && storage.getItem(TOKEN_VERSION_KEY) === null) storage.setItem(TOKEN_VERSION_KEY, PRESENT)
  } catch {
    // A browser that stores nothing has nothing to migrate.
  }
}

/**
 * Brings this browser to the token's present version (requirements 1.4): when another version was stored, every
 * stored balance becomes nothing, the version is saved, and the page is loaded again. Once: a browser that cannot keep
 * the version is not sent round in circles, and a first visit has nothing to migrate.
 */
export function followTokenVersion(
  current: string,
  { storage: given, reload = () => location.reload(), knewCitizen = citizenWasStored }: Surroundings = {},
): 'current' | 'first visit' | 'reloading' | 'not stored' {
  try {
    // A browser that stores nothing may refuse even to name its storage.
    const storage = given ?? localStorage
    const stored = storage.getItem(TOKEN_VERSION_KEY)
    if (stored === current) return 'current'
    const firstVisit = stored === PRESENT || (stored === null && !knewCitizen)
    if (!firstVisit) zeroBalances()
    storage.setItem(TOKEN_VERSION_KEY, current)
    if (storage.getItem(TOKEN_VERSION_KEY) !== current) return 'not stored'
    if (firstVisit) return 'first visit'
  } catch {
    return 'not stored'
  }
  reload()
  return 'reloading'
}

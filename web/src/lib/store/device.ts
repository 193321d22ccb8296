/**
 * What is stored on this device beside the stores: small texts, each under a key of its own. A text with several parts is followed by
 * the tabs that show it (`followStored`), so that none writes over what another one wrote.
 */

/** Everything that a citizen wrote in the messenger and that is not sent yet stands under keys that begin so. */
export const MESSENGER_KEYS = 'nation.messenger.'

/**
 * What a citizen is writing elsewhere (a candidacy, answers to an interview, a response to a task) stands under keys that begin so. It
 * outlives a session that ended by itself, and goes when its citizen signs out.
 */
export const DRAFT_KEYS = 'nation.draft.'

/** When a citizen was last here stands under keys that begin so. */
export const VISIT_KEYS = 'nation.visits.'

/** What waited for the citizen when this device last showed their day. */
export const DAY_KEY = 'nation.day'

/** Reads what is stored under a key; null where there is nothing, or no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it with null. Answers false where there is no storage or no room. */
export function keep(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Where what was written is: `kept` as `keep` answered. */
export const keptInWords = (kept: boolean): string =>
  kept
    ? 'What you wrote is kept on this device.'
    : 'What you wrote could not be kept on this device: it is lost when you leave this page.'

/** The same of what can no longer be sent. */
export const notSentInWords = (kept: boolean): string =>
  kept
    ? 'What you wrote was not sent; it is kept on this device.'
    : 'What you wrote was not sent, and could not be kept on this device.'

/** The keys that begin so. */
export function storedKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning))
  } catch {
    return []
  }
}

/** Forgets the drafts of a citizen: their keys have the citizen's id as a part. Those of other citizens of this device stay. */
export function removeDraftsOf(uid: string): void {
  for (const key of storedKeys(DRAFT_KEYS)) if (key.split('.').includes(uid)) keep(key, null)
}

/** Forgets everything under keys that begin so. */
export function removeStored(beginning: string): void {
  for (const key of storedKeys(beginning)) keep(key, null)
}

/**
 * Calls back when another tab of this browser stores a text under a key, and when it removes the text that is shown here: it was sent or
 * discarded there. The removal of another text says nothing about what is shown.
 * @param shown the text that would be stored for what this tab shows; null where that is nothing
 * @returns how to stop
 */
export function followStored(key: string, hear: () => void, shown: () => string | null): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key && (event.newValue !== null || event.oldValue === shown())) hear()
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

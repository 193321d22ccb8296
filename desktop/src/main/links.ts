import type { Link } from '../ipc/contract'
import { TABS } from '../ipc/shapes'

/** Longer ones lead to the start page, as everything does that is not known. */
const LIMIT = 200

/**
 * Where a `nation://` link leads. Links come from anywhere: the only ones that mean something are `nation://open/<tab>`, to the
 * letter. They say what to show, and never what to do.
 */
export function readLink(address: string): Link {
  if (address.length > LIMIT) return { tab: null }
  // The switches had a tab of their own once; they are among the settings now.
  if (address === 'nation://open/features') return { tab: 'settings' }
  return { tab: TABS.find((tab) => address === `nation://open/${tab}`) ?? null }
}

/** The link among the words that a program was started with; undefined without one. */
export function linkAmong(words: readonly string[]): Link | undefined {
  const address = words.slice(1).find((word) => /^nation:/i.test(word))
  return address === undefined ? undefined : readLink(address)
}

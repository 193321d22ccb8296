/**
 * The accounts of the ledger. `outside` is whatever is not the nation's: the developer wallet that money comes from, and
 * the wallets that salaries leave to. Each official has an account of their own.
 */
export const accountKinds = ['outside', 'treasury', 'budget', 'operations', 'official'] as const

export type AccountKind = (typeof accountKinds)[number]

/** Why money moves. Every movement has exactly one of these causes. */
export const movementKinds = ['funding', 'cycle-budget', 'salaries', 'payout'] as const

export type MovementKind = (typeof movementKinds)[number]

/** One side of a movement: what an account gains (more than nothing) or gives (less than nothing), in whole cents. */
export interface LedgerEntry {
  readonly account: string
  readonly cents: number
}

/** Whether entries are a movement: at least two accounts, each once, none of them nothing, together nothing. */
export function isBalanced(entries: readonly LedgerEntry[]): boolean {
  return (
    entries.length >= 2 &&
    new Set(entries.map(({ account }) => account)).size === entries.length &&
    entries.every(({ cents }) => Number.isSafeInteger(cents) && cents !== 0) &&
    entries.reduce((sum, { cents }) => sum + cents, 0) === 0
  )
}

/** The entries of a movement without those of nothing: a cycle without a vacancy gives nothing back. */
export const withoutNothing = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter(({ cents }) => cents !== 0)

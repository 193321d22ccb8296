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
export const withoutNothing = <Side extends { readonly cents: number }>(entries: readonly Side[]): Side[] =>
  entries.filter(({ cents }) => cents !== 0)

/** All that a movement says, by public ids: what its seal covers. */
export interface SealedMovement {
  readonly number: number
  readonly id: string
  readonly kind: MovementKind
  readonly cycle: number | null
  readonly paymentId: string | null
  readonly reference: string | null
  readonly actorId: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Account names are kinds, or `official:<public id>`. */
  readonly entries: readonly LedgerEntry[]
}

/**
 * The text whose SHA-256 is a movement's seal. The seal before it is part of it, so a movement that is changed or taken
 * away breaks every later one. Every reader can compute it from what `bank.get-ledger` answers.
 */
export function sealText(before: string, movement: SealedMovement): string {
  const { number, id, kind, cycle, paymentId, reference, actorId, at, entries } = movement
  const sides = [...entries]
    .sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))
    .map(({ account, cents }) => [account, cents])
  return JSON.stringify([before, number, id, kind, cycle, paymentId, reference, actorId, at, sides])
}

/** The name of an official's account. */
export const officialAccount = (userId: string): string => `official:${userId}`

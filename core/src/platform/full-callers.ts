import {
  idempotencyLifetimeMs,
  keyOf,
  replayAllowance,
  tooMuchStored,
  type IdempotencyClaim,
  type KnownKeys,
  type KnownKey,
} from './idempotency'
import { column, type RowOf } from './columns'
import type { Statement } from './one-message'

/** The rows of `fullCallers`. */
export const fullCallerRow = { caller: column.text, since: column.instant }

/** A caller who has stored as many keys as one may, and when the first of them was stored. */
export type FullCaller = RowOf<typeof fullCallerRow>

/**
 * The statement that finds which of these callers have stored as many keys as one may in a lifetime, by any call: none for no
 * callers. It counts rows of the primary key and waits for no lock: a row of counters would be one more to write for each vote.
 */
export function fullCallers(claims: readonly IdempotencyClaim[], now: Date): Statement[] {
  if (claims.length === 0) return []
  return [
    {
      sql: `SELECT caller, MIN(created_at) AS since FROM idempotency_keys WHERE caller IN (?) AND created_at > ?
     GROUP BY caller HAVING COUNT(*) >= ?`,
      values: [
        [...new Set(claims.map(({ caller }) => caller))],
        new Date(now.getTime() - idempotencyLifetimeMs),
        replayAllowance.keys,
      ],
    },
  ]
}

/** The keys that are known, and in place of the new keys of full callers the reason why these cannot be used. */
export function withoutNewOf(
  full: readonly FullCaller[],
  claims: readonly IdempotencyClaim[],
  known: KnownKeys,
  now: Date,
): KnownKeys {
  if (full.length === 0) return known
  const since = new Map(full.map((row) => [row.caller, row.since]))
  const all = new Map<string, KnownKey>(known)
  for (const claim of claims) {
    const from = since.get(claim.caller)
    if (from && !known.has(keyOf(claim))) all.set(keyOf(claim), tooMuchStored(from, now))
  }
  return all
}

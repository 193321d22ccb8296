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

/** A caller who has stored the largest allowed number of keys, and when the first of them was stored. */
export type FullCaller = RowOf<typeof fullCallerRow>

/**
 * The statement that finds the callers who have stored the largest allowed number of keys within one lifetime, over all calls; no
 * statement for no callers. It counts rows by the primary key and waits for no lock. A counter row would be one more write for
 * each vote.
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

/** The known keys. New keys of full callers are added with the reason why they cannot be used. */
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

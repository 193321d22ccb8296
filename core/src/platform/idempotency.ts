import { createHash } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'

/** A caller's promise that two requests under one key are one and the same. */
export interface IdempotencyClaim {
  readonly caller: string
  readonly callId: string
  readonly key: string
  /** The parsed body; another body under the same key is refused. */
  readonly body: unknown
}

/** How long an answer is kept for replay. */
export const idempotencyLifetimeMs = 24 * 3_600_000

/**
 * Takes the key for this transaction, or answers what was answered before. A request that comes while the first is still
 * under way waits for its commit on the primary key.
 * @throws NationError `idempotency_key_reused` when the body differs
 */
export async function claimKey(
  tx: EntityManager,
  claim: IdempotencyClaim,
  now: Date,
): Promise<{ answer: unknown } | null> {
  const hash = hashOf(claim.body)
  // An upsert that changes nothing: it takes the row's lock at once, where INSERT IGNORE would share it and then deadlock.
  await tx.query(
    `INSERT INTO idempotency_keys (caller, call_id, idempotency_key, body_hash, answer, created_at) VALUES (?, ?, ?, ?, NULL, ?)
     ON DUPLICATE KEY UPDATE caller = caller`,
    [claim.caller, claim.callId, claim.key, hash, now],
  )
  const rows: { body_hash: Buffer; answer: string | null; created_at: Date }[] = await tx.query(
    `SELECT body_hash, answer, created_at FROM idempotency_keys WHERE caller = ? AND call_id = ? AND idempotency_key = ?`,
    [claim.caller, claim.callId, claim.key],
  )
  const kept = rows[0]
  if (!kept) throw new NationError('conflict')
  // Every committed row has its answer: without one, this transaction has just made it.
  if (kept.answer === null) return null
  if (kept.created_at.getTime() + idempotencyLifetimeMs <= now.getTime()) return takeOver(tx, claim, hash, now)
  if (!kept.body_hash.equals(hash)) throw new NationError('idempotency_key_reused')
  return { answer: JSON.parse(kept.answer) as unknown }
}

/** The old answer has outlived its time: the key is free again, and this transaction holds it. */
async function takeOver(tx: EntityManager, claim: IdempotencyClaim, hash: Buffer, now: Date): Promise<null> {
  await tx.query(
    `UPDATE idempotency_keys SET body_hash = ?, answer = NULL, created_at = ? WHERE caller = ? AND call_id = ? AND idempotency_key = ?`,
    [hash, now, claim.caller, claim.callId, claim.key],
  )
  return null
}

/** Stores the answer beside its effect, in the same transaction. */
export async function keepAnswer(tx: EntityManager, claim: IdempotencyClaim, answer: unknown): Promise<void> {
  await tx.query(`UPDATE idempotency_keys SET answer = ? WHERE caller = ? AND call_id = ? AND idempotency_key = ?`, [
    JSON.stringify(answer ?? null),
    claim.caller,
    claim.callId,
    claim.key,
  ])
}

/** Forgets answers past their lifetime, at most `limit` at a time. Returns how many went. */
export async function forgetOldKeys(tx: EntityManager, now: Date, limit = 1000): Promise<number> {
  const before = new Date(now.getTime() - idempotencyLifetimeMs)
  const result: { affectedRows: number } = await tx.query(
    `DELETE FROM idempotency_keys WHERE created_at < ? ORDER BY created_at LIMIT ${limit}`,
    [before],
  )
  return result.affectedRows
}

function hashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest()
}

/** The same value with its keys in one order, so that order alone does not make another body. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

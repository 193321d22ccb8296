import { createHash } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import type { Statement } from './one-message'
import { column, type RowOf } from './columns'
import { readFirst, write } from './read-rows'

/** An idempotency key with its caller, call and body. Two requests with the same key are one request. */
export interface IdempotencyClaim {
  readonly caller: string
  readonly callId: string
  readonly key: string
  /** The parsed body; another body under the same key is refused. */
  readonly body: unknown
}

/** The time for which an answer is stored for replay. */
export const idempotencyLifetimeMs = 24 * 3_600_000

/** An answer with more bytes is stored as a reference, if its call can compute the answer again from one. */
export const largestStoredAnswer = 2_048

/** The limit of what one citizen may have stored for replay in one lifetime. `bytes` counts keys and answers (decision 48). */
export const replayAllowance = { keys: 2_000, bytes: 1_048_576 } as const

/** The state of a used key: a stored answer, a reference to one, or the reason why the key cannot be used. */
export type KnownKey = KnownAnswer | NationError

/** The used keys, by `keyOf`. All others are free. */
export type KnownKeys = ReadonlyMap<string, KnownKey>

/** A stored answer; for a large one, the id from which it is computed again. */
export type KnownAnswer =
  | { readonly answer: unknown; readonly reference?: never }
  | { readonly reference: string; readonly answer?: never }

/** The key of a claim in maps. */
export const keyOf = (claim: IdempotencyClaim): string => JSON.stringify([claim.caller, claim.callId, claim.key])

/**
 * Claims the key for this transaction, or returns the earlier answer. If an earlier request with the key is still under way, this
 * one waits for its commit, at the primary key.
 * @throws NationError `idempotency_key_reused` when the body differs
 */
export async function claimKey(tx: EntityManager, claim: IdempotencyClaim, now: Date): Promise<KnownAnswer | null> {
  const hash = hashOf(claim.body)
  // An upsert that changes nothing: it locks the row exclusively at once. INSERT IGNORE would lock it shared, and two requests
  // would then deadlock.
  await tx.query(
    `INSERT INTO idempotency_keys (caller, call_id, idempotency_key, body_hash, answer, created_at) VALUES (?)
     ON DUPLICATE KEY UPDATE caller = caller`,
    [[claim.caller, claim.callId, claim.key, hash, null, now]],
  )
  const row = await readFirst(
    tx,
    storedKeyRow,
    `SELECT ${storedColumns} FROM idempotency_keys AS k LEFT JOIN shared_answers AS s ON s.id = k.shared_id
     WHERE k.caller = ? AND k.call_id = ? AND k.idempotency_key = ?`,
    [claim.caller, claim.callId, claim.key],
  )
  if (!row) throw new NationError('conflict')
  // Every committed row has an answer. A row without one was inserted by this transaction just now.
  if (row.answer === null && row.reference === null && row.shared_place === null) return null
  if (!isReplayable(row, now)) {
    await takeOver(tx, claim, hash, now)
    return null
  }
  const known = knownOf(row, hash)
  if (known instanceof NationError) throw known
  return known
}

/** The statement that reads the stored rows of these keys, in no order; no statement for no keys. */
export function keysKnown(claims: readonly IdempotencyClaim[]): Statement[] {
  if (claims.length === 0) return []
  return [
    {
      sql: `SELECT ${storedColumns}
     FROM JSON_TABLE(?, '$[*]' COLUMNS (
       caller CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',
       call_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin PATH '$[1]',
       idempotency_key VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin PATH '$[2]'
     )) AS claimed
     STRAIGHT_JOIN idempotency_keys AS k ON k.caller = claimed.caller AND k.call_id = claimed.call_id
       AND k.idempotency_key = claimed.idempotency_key
     LEFT JOIN shared_answers AS s ON s.id = k.shared_id`,
      values: [JSON.stringify(claims.map((claim) => [claim.caller, claim.callId, claim.key]))],
    },
  ]
}

/** The refusal of a caller who has stored too much. It contains the seconds until the window that began at `since` ends. */
export function tooMuchStored(since: Date, now: Date): NationError {
  const freeAt = since.getTime() + idempotencyLifetimeMs
  return new NationError('rate_limited', { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) })
}

/** What the rows of `keysKnown` say of these claims. A key past its lifetime is free again. */
export function knownAmong(claims: readonly IdempotencyClaim[], rows: readonly StoredKeyRow[], now: Date): KnownKeys {
  const known = new Map<string, KnownKey>()
  if (rows.length === 0) return known
  const claimOf = new Map(claims.map((claim) => [keyOf(claim), claim]))
  for (const row of rows) {
    const key = keyOf({ caller: row.caller, callId: row.call_id, key: row.idempotency_key, body: null })
    const claim = claimOf.get(key)
    if (claim && isReplayable(row, now)) known.set(key, knownOf(row, hashOf(claim.body)))
  }
  return known
}

const storedColumns = `k.caller, k.call_id, k.idempotency_key, k.body_hash, k.answer, k.reference, k.shared_place,
  s.answers AS shared, k.created_at`

/** A stored key as the driver answers it. */
export const storedKeyRow = {
  caller: column.text,
  call_id: column.text,
  idempotency_key: column.text,
  body_hash: column.bytes,
  answer: column.text.nullable,
  /** For a large answer: the id from which it is computed again. */
  reference: column.text.nullable,
  /** For answers that were written for several keys together: the place of this key's answer. */
  shared_place: column.integer.nullable,
  shared: column.text.nullable,
  created_at: column.instant,
}

export type StoredKeyRow = RowOf<typeof storedKeyRow>

/** Whether there is a stored answer that has not expired. */
function isReplayable({ answer, reference, shared, created_at: at }: StoredKeyRow, now: Date): boolean {
  const isThere = answer !== null || reference !== null || shared !== null
  return isThere && at.getTime() + idempotencyLifetimeMs > now.getTime()
}

function knownOf(stored: StoredKeyRow, hash: Buffer): KnownKey {
  if (!stored.body_hash.equals(hash)) return new NationError('idempotency_key_reused')
  return stored.reference === null ? { answer: answerOf(stored) } : { reference: stored.reference }
}

function answerOf({ answer, shared, shared_place }: StoredKeyRow): unknown {
  if (answer !== null) return JSON.parse(answer)
  return shared_place === null || shared === null ? null : (JSON.parse(shared) as unknown[])[shared_place]
}

/** The old answer has expired: the key is free again, and this transaction claims it. */
async function takeOver(tx: EntityManager, claim: IdempotencyClaim, hash: Buffer, now: Date): Promise<void> {
  await tx.query(
    `UPDATE idempotency_keys SET body_hash = ?, answer = NULL, reference = NULL, shared_id = NULL, shared_place = NULL, created_at = ?
     WHERE caller = ? AND call_id = ? AND idempotency_key = ?`,
    [hash, now, claim.caller, claim.callId, claim.key],
  )
}

/** How an answer is computed again: from the id that it is about. */
export interface Reference<T> {
  readonly refer: (answer: T) => string
  /** Store small answers as a reference, too: they contain texts that may be deleted later, and must have no second copy. */
  readonly always?: boolean | undefined
}

/**
 * Stores the answer in the transaction of its effect: a small one as it is, a large one as a reference if its call can compute it
 * again from one. It takes the last lock of the transaction, so only changes of the same citizen wait for its commit.
 * @throws NationError `rate_limited` when the citizen has stored too much; nothing is done then. Older answers are never deleted
 *   to make room, because a repeat of theirs would then be executed a second time.
 */
export async function storeAnswer<T>(
  tx: EntityManager,
  claim: IdempotencyClaim,
  answer: T,
  now: Date,
  replay?: Reference<T>,
): Promise<void> {
  const text = JSON.stringify(answer ?? null)
  const isReferred = replay?.always === true || Buffer.byteLength(text) > largestStoredAnswer
  const reference = replay && isReferred ? replay.refer(answer) : null
  await tx.query(
    `UPDATE idempotency_keys SET answer = ?, reference = ? WHERE caller = ? AND call_id = ? AND idempotency_key = ?`,
    [reference === null ? text : null, reference, claim.caller, claim.callId, claim.key],
  )
  await countUse(tx, claim.caller, Buffer.byteLength(reference ?? text) + claim.key.length, now)
}

/** Adds one key and its bytes to the citizen's count for the present lifetime window. The row's lock makes the count exact. */
async function countUse(tx: EntityManager, caller: string, bytes: number, now: Date): Promise<void> {
  const over = new Date(now.getTime() - idempotencyLifetimeMs)
  const { keys: mostKeys, bytes: mostBytes } = replayAllowance
  const take = async (): Promise<boolean> => {
    // MySQL and MariaDB evaluate assignments from left to right, so `since` comes last.
    const result = await write(
      tx,
      `UPDATE idempotency_use SET kept_keys = IF(since <= ?, 1, kept_keys + 1),
         kept_bytes = IF(since <= ?, ?, kept_bytes + ?), since = IF(since <= ?, ?, since)
       WHERE caller = ? AND (since <= ? OR (kept_keys < ? AND kept_bytes + ? <= ?))`,
      [over, over, bytes, bytes, over, now, caller, over, mostKeys, bytes, mostBytes],
    )
    return result.affectedRows > 0
  }
  if (await take()) return
  await tx.query(
    `INSERT INTO idempotency_use (caller, kept_keys, kept_bytes, since) VALUES (?, 0, 0, ?)
     ON DUPLICATE KEY UPDATE caller = caller`,
    [caller, now],
  )
  if (await take()) return
  const use = await readFirst(tx, { since: column.instant }, 'SELECT since FROM idempotency_use WHERE caller = ?', [
    caller,
  ])
  throw tooMuchStored(use?.since ?? now, now)
}

/**
 * The statements that store keys with their answers; equal answers are written once. Only for keys for which `keysKnown` found
 * nothing to replay, in the transaction that still has the lock on their callers. A row that exists nevertheless has expired.
 */
export function newAnswers(
  answered: readonly { readonly claim: IdempotencyClaim; readonly answer: unknown }[],
  now: Date,
): Statement[] {
  if (answered.length === 0) return []
  // Many requests have equal answers: equal ones are serialised and hashed once.
  const textOf = eachOnce((answer: unknown) => JSON.stringify(answer ?? null))
  const hashOfText = eachOnce(sha256)
  const places = new Map<string, number>()
  const rows: unknown[] = []
  for (const { claim, answer } of [...answered].sort(byPrimaryKey)) {
    const text = textOf(answer)
    const place = places.get(text) ?? places.size
    places.set(text, place)
    rows.push(claim.caller, claim.callId, claim.key, hashOfText(textOfBody(claim.body)), place, now)
  }
  return [
    {
      sql: 'INSERT INTO shared_answers (answers, created_at) VALUES (?, ?)',
      values: [`[${[...places.keys()].join()}]`, now],
    },
    {
      sql: `INSERT INTO idempotency_keys (caller, call_id, idempotency_key, body_hash, shared_id, shared_place, created_at)
     VALUES ${answered.map(() => '(?, ?, ?, ?, LAST_INSERT_ID(), ?, ?)').join(', ')}
     ON DUPLICATE KEY UPDATE body_hash = VALUES(body_hash), answer = NULL, reference = NULL,
       shared_id = VALUES(shared_id), shared_place = VALUES(shared_place), created_at = VALUES(created_at)`,
      values: rows,
    },
  ]
}

/** Callers, calls and keys are compared byte by byte, as the primary key does. */
const byPrimaryKey = (a: { claim: IdempotencyClaim }, b: { claim: IdempotencyClaim }): number =>
  compare(a.claim.caller, b.claim.caller) ||
  compare(a.claim.callId, b.claim.callId) ||
  compare(a.claim.key, b.claim.key)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Deletes expired keys, at most `limit` at a time.
 * @returns how many were deleted
 */
export const deleteOldKeys = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  deleteOld(tx, 'idempotency_keys', now, limit)

/** Deletes expired answers that several keys share, like `deleteOldKeys`. No key of that age is answered from them. */
export const deleteOldAnswers = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  deleteOld(tx, 'shared_answers', now, limit)

/** Deletes the counts of windows that have ended. */
export const deleteOldUse = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  deleteOld(tx, 'idempotency_use', now, limit)

async function deleteOld(
  tx: EntityManager,
  table: 'idempotency_keys' | 'shared_answers' | 'idempotency_use',
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - idempotencyLifetimeMs)
  const column = table === 'idempotency_use' ? 'since' : 'created_at'
  const result = await write(tx, `DELETE FROM ${table} WHERE ${column} < ? ORDER BY ${column} LIMIT ${limit}`, [before])
  return result.affectedRows
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const textOfBody = (body: unknown): string => JSON.stringify(sorted(body))
const hashOf = (body: unknown): Buffer => sha256(textOfBody(body))

/** The same function with a memory: it computes the result for a value once. */
function eachOnce<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

/** The same value with sorted keys, so that two bodies that differ only in the order of keys are equal. */
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

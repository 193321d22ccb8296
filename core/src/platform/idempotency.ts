import { createHash } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import type { Statement } from './one-message'
import { column, type RowOf } from './columns'
import { readFirst, write } from './read-rows'

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

/** An answer of more bytes is kept as a reference, where its call says how to answer it again. */
export const largestStoredAnswer = 2_048

/** What one citizen may have stored for replay in one lifetime; bytes are those of keys and answers (decision 48). */
export const replayAllowance = { keys: 2_000, bytes: 1_048_576 } as const

/** What a key stands for already: an answer to be replayed, what it told of, or the reason why it cannot be used. */
export type KnownKey = KnownAnswer | NationError

/** What is known of keys, by `keyOf`; the others are free. */
export type KnownKeys = ReadonlyMap<string, KnownKey>

/** An answer as it was given; or, of a large one, the id of what it told of. */
export type KnownAnswer =
  { readonly answer: unknown; readonly reference?: never } | { readonly reference: string; readonly answer?: never }

/** What a claim is found by among others. */
export const keyOf = (claim: IdempotencyClaim): string => JSON.stringify([claim.caller, claim.callId, claim.key])

/**
 * Takes the key for this transaction, or answers what was answered before. A request that comes while the first is still
 * under way waits for its commit on the primary key.
 * @throws NationError `idempotency_key_reused` when the body differs
 */
export async function claimKey(tx: EntityManager, claim: IdempotencyClaim, now: Date): Promise<KnownAnswer | null> {
  const hash = hashOf(claim.body)
  // An upsert that changes nothing: it takes the row's lock at once, where INSERT IGNORE would share it and then deadlock.
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
  // Every committed row has its answer: without one, this transaction has just made it.
  if (row.answer === null && row.reference === null && row.shared_place === null) return null
  if (!isReplayable(row, now)) {
    await takeOver(tx, claim, hash, now)
    return null
  }
  const known = knownOf(row, hash)
  if (known instanceof NationError) throw known
  return known
}

/** The statement that reads what is stored under keys, in no order: none for no keys. */
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

/** The refusal of a caller who has stored too much. It tells when the window that began at `since` is over. */
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
  /** In place of a large answer: the id of what it told of. */
  reference: column.text.nullable,
  /** Which of the answers that were written for several keys together is this key's. */
  shared_place: column.integer.nullable,
  shared: column.text.nullable,
  created_at: column.instant,
}

export type StoredKeyRow = RowOf<typeof storedKeyRow>

/** Whether the stored answer is there, and not older than its lifetime. */
function isReplayable({ answer, reference, shared, created_at: at }: StoredKeyRow, now: Date): boolean {
  const isThere = answer !== null || reference !== null || shared !== null
  return isThere && at.getTime() + idempotencyLifetimeMs > now.getTime()
}

function knownOf(kept: StoredKeyRow, hash: Buffer): KnownKey {
  if (!kept.body_hash.equals(hash)) return new NationError('idempotency_key_reused')
  return kept.reference === null ? { answer: answerOf(kept) } : { reference: kept.reference }
}

function answerOf({ answer, shared, shared_place }: StoredKeyRow): unknown {
  if (answer !== null) return JSON.parse(answer)
  return shared_place === null || shared === null ? null : (JSON.parse(shared) as unknown[])[shared_place]
}

/** The old answer has outlived its time: the key is free again, and this transaction holds it. */
async function takeOver(tx: EntityManager, claim: IdempotencyClaim, hash: Buffer, now: Date): Promise<void> {
  await tx.query(
    `UPDATE idempotency_keys SET body_hash = ?, answer = NULL, reference = NULL, shared_id = NULL, shared_place = NULL, created_at = ?
     WHERE caller = ? AND call_id = ? AND idempotency_key = ?`,
    [hash, now, claim.caller, claim.callId, claim.key],
  )
}

/** By what an answer is told again: the id of what it told of. */
export interface Reference<T> {
  readonly refer: (answer: T) => string
  /** Also small answers are kept so: they hold words that may be taken back, which are stored nowhere else then. */
  readonly always?: boolean | undefined
}

/**
 * Stores the answer beside its effect, in the same transaction: a small one as it is, a large one as a reference, if its call
 * can be answered again by one. It is the transaction's last lock, so that changes of one citizen wait for each other's commit
 * only.
 * @throws NationError `rate_limited` when the citizen has stored too much: nothing is done then. Older answers are never
 * dropped to make room, because a repeat of theirs would be done a second time.
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

/** Counts one more key and its bytes in the citizen's window of one lifetime. The row's lock makes the count exact. */
async function countUse(tx: EntityManager, caller: string, bytes: number, now: Date): Promise<void> {
  const over = new Date(now.getTime() - idempotencyLifetimeMs)
  const { keys: mostKeys, bytes: mostBytes } = replayAllowance
  const take = async (): Promise<boolean> => {
    // Assignments are done from left to right: `since` last.
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
 * The statements that write keys with their answers; what is answered alike is written once. For keys of which `keysKnown` said
 * nothing that can be replayed, in the transaction that still holds their callers: a row that is there is past its lifetime.
 */
export function newAnswers(
  kept: readonly { readonly claim: IdempotencyClaim; readonly answer: unknown }[],
  now: Date,
): Statement[] {
  if (kept.length === 0) return []
  // A crowd asks for the same and is answered alike: what is equal is written out and hashed once.
  const textOf = eachOnce((answer: unknown) => JSON.stringify(answer ?? null))
  const hashOfText = eachOnce(sha256)
  const places = new Map<string, number>()
  const rows: unknown[] = []
  for (const { claim, answer } of [...kept].sort(byPrimaryKey)) {
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
     VALUES ${kept.map(() => '(?, ?, ?, ?, LAST_INSERT_ID(), ?, ?)').join(', ')}
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

/** Forgets keys past their lifetime, at most `limit` at a time. Returns how many went. */
export const forgetOldKeys = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  forgetOld(tx, 'idempotency_keys', now, limit)

/** Forgets answers of several keys, as `forgetOldKeys`: a key of that age is answered by them no more. */
export const forgetOldAnswers = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  forgetOld(tx, 'shared_answers', now, limit)

/** Forgets what citizens stored in windows that are over. */
export const forgetOldUse = (tx: EntityManager, now: Date, limit = 1000): Promise<number> =>
  forgetOld(tx, 'idempotency_use', now, limit)

async function forgetOld(
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

/** The same function, which finds out once what it answers to a value. */
function eachOnce<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
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

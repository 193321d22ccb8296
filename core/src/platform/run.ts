import { setTimeout as pause } from 'node:timers/promises'
import { NationError } from '@nation/domain/errors'
import type { DataSource, EntityManager } from 'typeorm'
import { JournalDraft } from './journal-draft'
import { writeJournal } from './write-journal'
import type { Clock } from './clock'
import type { Caller, Context } from './context'
import { newPublicId } from './ids'
import { readOnlyCodes } from './read-only-server'
import { claimKey, storeAnswer, type IdempotencyClaim, type KnownAnswer, type Reference } from './idempotency'

/** What a transaction needs from its process. */
export interface Runtime {
  readonly database: DataSource
  readonly clock: Clock
  /** Called after a commit that wrote journal entries: sends a nudge to the sequencer. It may fail without harm. */
  readonly nudge: () => void
}

/** How a large answer is stored and replayed: its id is stored, and the answer is computed again from it. */
export interface Replay<T> extends Reference<T> {
  readonly again: (ctx: Context, reference: string) => Promise<T>
}

export interface RunOptions<T = unknown> {
  readonly caller?: Caller
  /** The idempotency key. When it was used before for the same call and body, the stored answer is returned. */
  readonly idempotency?: IdempotencyClaim | undefined
  /** For answers that may be large. Without it every answer is stored as it is. */
  readonly replay?: Replay<T> | undefined
}

const attemptsOnDeadlock = 4

/**
 * Runs a change in one transaction, which also writes the journal and, if there is a key, stores the answer for replay. After a
 * deadlock or a lost race the transaction is retried from its start; services do not notice.
 * @throws NationError the service's refusal; `busy` when the retries fail or a lock wait times out
 */
export async function change<T>(
  runtime: Runtime,
  options: RunOptions<T>,
  service: (ctx: Context) => Promise<T>,
): Promise<T> {
  return withRetries(() => changeOnce(runtime, options, service))
}

/**
 * Retries a transaction from its start after a deadlock or a lost race.
 * @throws NationError `busy` when the retries fail or a lock wait times out
 */
export async function withRetries<T>(transaction: () => Promise<T>, backoff = backoffAfterDeadlock): Promise<T> {
  try {
    return await afterDeadlocks(transaction, backoff)
  } catch (error) {
    throw isLockTimeout(error) || isLockFailure(error) ? new NationError('busy', { retryAfter: 1 }) : error
  }
}

/** The same, but it throws the driver's error (the last deadlock, or the lock timeout) instead of `busy`. */
export async function afterDeadlocks<T>(transaction: () => Promise<T>, backoff = backoffAfterDeadlock): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLockFailure(error) || attempt === attemptsOnDeadlock) throw error
      await backoff(attempt)
    }
  }
}

/**
 * Two transactions that deadlocked would deadlock again if both retried at once. So each waits a random time, which grows with
 * each attempt.
 */
const backoffAfterDeadlock = (attempt: number): Promise<unknown> => pause(20 * attempt * Math.random())

async function changeOnce<T>(
  runtime: Runtime,
  { caller = null, idempotency, replay }: RunOptions<T>,
  service: (ctx: Context) => Promise<T>,
): Promise<T> {
  let wrote = false
  const result = await runtime.database.transaction('READ COMMITTED', async (tx) => {
    const { now } = runtime.clock
    const known = idempotency && (await claimKey(tx, idempotency, now()))
    const ctx = contextOf(runtime, tx, caller)
    if (known) return answerAgain(ctx, known, replay)
    const answer = await service(ctx)
    wrote = await writeJournal(tx, ctx.journal, now())
    if (idempotency) await storeAnswer(tx, idempotency, answer, now(), replay)
    return answer
  })
  if (wrote) runtime.nudge()
  return result
}

/** The earlier answer: as it was stored, or computed again from its reference. */
async function answerAgain<T>(ctx: Context, known: KnownAnswer, replay: Replay<T> | undefined): Promise<T> {
  if (known.reference === undefined) return known.answer as T
  if (!replay)
    throw new Error('An answer is stored as a reference, but its call declares no way to compute the answer again.')
  return replay.again(ctx, known.reference)
}

/** Runs a reading service, without a transaction and without a journal. */
export function read<T>(runtime: Runtime, caller: Caller, service: (ctx: Context) => Promise<T>): Promise<T> {
  return service(contextOf(runtime, runtime.database.manager, caller))
}

function contextOf(runtime: Runtime, tx: EntityManager, caller: Caller): Context {
  const { now } = runtime.clock
  return { tx, caller, now, newId: () => newPublicId(now()), journal: new JournalDraft() }
}

/** Whether the error is a deadlock, or a row that changed after the snapshot: the whole transaction may be retried. */
export function isLockFailure(error: unknown): boolean {
  const code = driverCode(error)
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_CHECKREAD'
}

/** Whether the error is a lock wait timeout, or a lock that was not to be waited for. MySQL has a code of its own for the latter. */
export const isLockTimeout = (error: unknown): boolean =>
  ['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT'].includes(driverCode(error) ?? '')

/** Whether the error is a duplicate key. The driver names the key only in the message's text, so read the row back instead. */
export const isDuplicate = (error: unknown): boolean => driverCode(error) === 'ER_DUP_ENTRY'

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'PROTOCOL_CONNECTION_LOST',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  ...readOnlyCodes,
  // The code of a statement that exceeded its time limit; the driver has no name for MariaDB's.
  'ER_QUERY_TIMEOUT',
])
const statementTimeout = 1969

/** Whether the database did not answer, or not in time. It is then unknown whether a commit happened. */
export function isDatabaseAway(error: unknown): boolean {
  const code = driverCode(error)
  return (
    (code !== undefined && awayCodes.has(code)) || (error as { errno?: unknown } | null)?.errno === statementTimeout
  )
}

function driverCode(error: unknown): string | undefined {
  const direct = (error as { code?: unknown } | null)?.code
  const wrapped = (error as { driverError?: { code?: unknown } } | null)?.driverError?.code
  const code = wrapped ?? direct
  return typeof code === 'string' ? code : undefined
}

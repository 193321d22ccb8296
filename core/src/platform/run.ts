import { setTimeout as pause } from 'node:timers/promises'
import { NationError } from '@nation/domain/errors'
import type { DataSource, EntityManager } from 'typeorm'
import { JournalDraft } from './journal-draft'
import { writeJournal } from './write-journal'
import type { Clock } from './clock'
import type { Caller, Context } from './context'
import { newPublicId } from './ids'
import { claimKey, storeAnswer, type IdempotencyClaim, type KnownAnswer, type Reference } from './idempotency'

/** What a transaction needs from the process around it. */
export interface Runtime {
  readonly database: DataSource
  readonly clock: Clock
  /** Tells the sequencer that there is something to number. Best effort, after the commit. */
  readonly nudge: () => void
}

/** How a large answer is kept and told again: by the id of what it tells of, and by reading that anew. */
export interface Replay<T> extends Reference<T> {
  readonly again: (ctx: Context, reference: string) => Promise<T>
}

export interface RunOptions<T = unknown> {
  readonly caller?: Caller
  /** Replays the stored answer when this key was used before for the same call and body. */
  readonly idempotency?: IdempotencyClaim | undefined
  /** For answers that may be large; without it every answer is stored as it is. */
  readonly replay?: Replay<T> | undefined
}

const attemptsOnDeadlock = 4

/**
 * Runs a change: one transaction, its journal written in it, and its answer kept for replay when there is a key.
 * A deadlock or a lost race is tried again from the start; services never see it.
 * @throws NationError whatever the service refuses; `busy` when the database cannot get through
 */
export async function change<T>(
  runtime: Runtime,
  options: RunOptions<T>,
  service: (ctx: Context) => Promise<T>,
): Promise<T> {
  return insisting(() => changeOnce(runtime, options, service))
}

/**
 * Tries a transaction again from its start when it met a deadlock or lost a race.
 * @throws NationError `busy` when it does not get through, or a lock does not come
 */
export async function insisting<T>(transaction: () => Promise<T>, rest = restAfterDeadlock): Promise<T> {
  try {
    return await afterDeadlocks(transaction, rest)
  } catch (error) {
    throw isLockTimeout(error) || isLockFailure(error) ? new NationError('busy', { retryAfter: 1 }) : error
  }
}

/** The same, but it throws the driver's error: of the last deadlock, or of the lock that did not come in time. */
export async function afterDeadlocks<T>(transaction: () => Promise<T>, rest = restAfterDeadlock): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLockFailure(error) || attempt === attemptsOnDeadlock) throw error
      await rest(attempt)
    }
  }
}

/** Two transactions that met once meet again when both begin anew at once: each waits a random time, longer after each attempt. */
const restAfterDeadlock = (attempt: number): Promise<unknown> => pause(20 * attempt * Math.random())

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

/** What was answered before: as it was stored, or read anew of what it told of. */
async function answerAgain<T>(ctx: Context, known: KnownAnswer, replay: Replay<T> | undefined): Promise<T> {
  if (known.reference === undefined) return known.answer as T
  if (!replay) throw new Error('An answer is kept as a reference, and its call does not say how to answer again.')
  return replay.again(ctx, known.reference)
}

/** Runs a reading service: no transaction, no journal. */
export function read<T>(runtime: Runtime, caller: Caller, service: (ctx: Context) => Promise<T>): Promise<T> {
  return service(contextOf(runtime, runtime.database.manager, caller))
}

function contextOf(runtime: Runtime, tx: EntityManager, caller: Caller): Context {
  const { now } = runtime.clock
  return { tx, caller, now, newId: () => newPublicId(now()), journal: new JournalDraft() }
}

/** Deadlock, or a row that changed under a snapshot: the whole transaction may be tried again. */
export function isLockFailure(error: unknown): boolean {
  const code = driverCode(error)
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_CHECKREAD'
}

/** Whether a lock did not come within the connection's patience. */
export const isLockTimeout = (error: unknown): boolean => driverCode(error) === 'ER_LOCK_WAIT_TIMEOUT'

/** Whether the statement ran into a unique key. Which one it was, the driver says in words alone: read back what is there. */
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
  // A statement that took longer than it may; the driver has no name for MariaDB's.
  'ER_QUERY_TIMEOUT',
])
const statementTimeout = 1969

/** Whether the database did not answer, or not in time: nobody knows then whether a commit was done. */
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

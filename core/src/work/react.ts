import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mostAttempts } from '@nation/domain/work'
import type { DataSource } from 'typeorm'
import { type Reactions, entryAt } from '../journal'
import { change, clockSlackMs, column, readFirst, type Context, type Queries, type Runtime } from '../platform'
import type { ReactJobData } from './queue'

/** `used up`: it has failed so often that it waits for a person. */
type Outcome = 'done' | 'was done' | 'under way' | 'used up'

/** One attempt at a reaction. Its row names the run that has it now; another run than that one changes nothing. */
interface Run extends ReactJobData {
  readonly run: string
}

/** How often a locked row is looked at again. */
const looksAtLocked = 20
const pauseMs = 50
/** How often a worker says that it is still at it. */
const heardEveryMs = 15_000
/** A run that was not heard of for this long counts as dead: another worker may begin the reaction. */
export const silentMs = 45_000

/** What the row says of an attempt until it has ended: what a worker that died leaves behind. */
const begun = 'A worker began this and has not ended it. If it does not come back, this is tried again.'

/** Runs that this process has begun, by the database that counts their attempts. */
const underWay = new WeakMap<DataSource, Set<Run>>()

/**
 * Does one reaction, once. A worker takes the reaction before it begins, and says now and then that it is still at it: a second
 * worker with the same job finds it under way, also while the first prepares, and leaves it. What was not heard of for
 * `silentMs` may be taken by another run; the first one, when it was not dead after all, then changes nothing, because the
 * transaction that has the effect and marks it done asks whose run it is.
 *
 * The relay locks rows, too, for the moment in which it hands them out: a locked row is looked at again for about a second before
 * it counts as another worker's. `rest` is the pause between two looks.
 *
 * The attempt is counted before the work begins: one that ends its process, for want of memory, counts like one that fails.
 */
export async function react(
  runtime: Runtime,
  reactions: Reactions,
  job: ReactJobData,
  rest: () => Promise<unknown> = () => pause(pauseMs),
): Promise<Outcome> {
  const { database } = runtime
  const entry = await entryAt(database, job.seq)
  if (!entry) {
    // Entries that tell of what tables keep go after their days: nothing follows from them any more.
    await database.query('UPDATE journal_work SET done_at = ? WHERE seq = ? AND handler = ? AND done_at IS NULL', [
      runtime.clock.now(),
      job.seq,
      job.handler,
    ])
    return 'was done'
  }
  const reaction = reactions.named(job.handler)
  const own: Run = { seq: job.seq, handler: job.handler, run: randomUUID() }
  const beginning = await whileLocked(() => change(runtime, {}, (ctx) => begin(ctx, own)), rest)
  if (beginning !== 'begun') return beginning
  const runs = underWay.get(database) ?? new Set()
  underWay.set(database, runs.add(own))
  try {
    const prepared = await heard(database, own, async () => reaction.prepare?.(entry))
    const settle = () => change(runtime, {}, (ctx) => settleOnce(ctx, own, () => reaction.settle(ctx, entry, prepared)))
    const outcome = await whileLocked(settle, rest)
    if (outcome === 'under way') await giveBack(database, own)
    return outcome
  } catch (error) {
    await noteFailure(database, own, error)
    throw error
  } finally {
    runs.delete(own)
  }
}

/** The relay hands it out again in a minute. */
async function noteFailure(database: DataSource, { seq, handler, run }: Run, error: unknown): Promise<void> {
  const sentence = error instanceof Error ? error.message : String(error)
  await database.query(
    `UPDATE journal_work SET last_error = ?, run = NULL, heard_at = NULL, nudged_at = ?
     WHERE seq = ? AND handler = ? AND run = ? AND done_at IS NULL`,
    [sentence.slice(0, 500), new Date(), seq, handler, run],
  )
}

/**
 * For a worker that is told to end: the attempts that it has begun do not count, and the relay hands them out again at once. However
 * often workers are replaced, no reaction is used up by that. Should one of these runs still come to its end, it changes nothing.
 */
export async function giveBackWork(database: DataSource): Promise<void> {
  for (const own of underWay.get(database) ?? []) await giveBack(database, own)
}

async function giveBack(database: DataSource, { seq, handler, run }: Run): Promise<void> {
  await database.query(
    `UPDATE journal_work SET attempts = IF(attempts > 0, attempts - 1, 0), retries = retries + 1, nudged_at = NULL,
       run = NULL, heard_at = NULL
     WHERE seq = ? AND handler = ? AND run = ? AND done_at IS NULL`,
    [seq, handler, run],
  )
}

/** Looks at a locked row again, some times; then another worker has it. */
async function whileLocked<Answer>(
  look: () => Promise<Answer | 'locked'>,
  rest: () => Promise<unknown>,
): Promise<Answer | 'under way'> {
  let answer = await look()
  for (let looks = 1; answer === 'locked' && looks < looksAtLocked; looks++) {
    await rest()
    answer = await look()
  }
  return answer === 'locked' ? 'under way' : answer
}

/** Takes the reaction for this run and counts the attempt, unless it is done, used up, another run's, or its row is locked. */
async function begin({ tx }: Context, own: Run): Promise<'begun' | 'locked' | Exclude<Outcome, 'done'>> {
  const state = await stateOf(tx, 'FOR UPDATE SKIP LOCKED', own)
  if (state === undefined) return (await stateOf(tx, '', own)) === undefined ? 'was done' : 'locked'
  if (state.done_at !== null) return 'was done'
  if (state.attempts >= mostAttempts) return 'used up'
  const now = new Date()
  if (state.heard_at !== null && wasLately(state.heard_at, now)) return 'under way'
  await tx.query(
    `UPDATE journal_work SET attempts = attempts + 1, last_error = COALESCE(last_error, ?), run = ?, heard_at = ?, nudged_at = ?
     WHERE seq = ? AND handler = ?`,
    [begun, own.run, now, now, own.seq, own.handler],
  )
  return 'begun'
}

const wasLately = (heardAt: Date, now: Date): boolean =>
  heardAt.getTime() > now.getTime() - silentMs && heardAt.getTime() <= now.getTime() + clockSlackMs

const workState = {
  done_at: column.instant.nullable,
  attempts: column.integer,
  run: column.text.nullable,
  heard_at: column.instant.nullable,
}

/** The row of a reaction; undefined where there is no such row, or none that may be locked. */
function stateOf(tx: Queries, lock: '' | 'FOR UPDATE SKIP LOCKED', { seq, handler }: ReactJobData) {
  return readFirst(
    tx,
    workState,
    `SELECT done_at, attempts, run, heard_at FROM journal_work WHERE seq = ? AND handler = ? ${lock}`,
    [seq, handler],
  )
}

/** Does long work, and lets other workers know now and then that it is not forgotten. */
async function heard<Answer>(
  database: DataSource,
  { seq, handler, run }: Run,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const tell = async () => {
    await database.query(
      'UPDATE journal_work SET heard_at = ? WHERE seq = ? AND handler = ? AND run = ? AND done_at IS NULL',
      [new Date(), seq, handler, run],
    )
  }
  // The next one may get through.
  const telling = setInterval(() => void tell().catch(() => undefined), heardEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(telling)
  }
}

/** Does the effect and marks it done, unless it is done, another run has it, or its row is locked. */
async function settleOnce(ctx: Context, own: Run, effect: () => Promise<void>): Promise<Outcome | 'locked'> {
  const state = await stateOf(ctx.tx, 'FOR UPDATE SKIP LOCKED', own)
  if (state === undefined) return 'locked'
  if (state.done_at !== null) return 'was done'
  if (state.run !== own.run) return 'under way'
  await effect()
  await ctx.tx.query(
    'UPDATE journal_work SET done_at = ?, last_error = NULL, run = NULL, heard_at = NULL WHERE seq = ? AND handler = ?',
    [ctx.now(), own.seq, own.handler],
  )
  return 'done'
}

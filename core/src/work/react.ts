import { setTimeout as pause } from 'node:timers/promises'
import type { DataSource } from 'typeorm'
import { type Reactions, entryAt } from '../journal'
import { change, column, readFirst, type Context, type Queries, type Runtime } from '../platform'
import type { ReactJobData } from './queue'

type Outcome = 'done' | 'was done' | 'under way'

/** How often a locked row is looked at again. */
const looksAtLocked = 20
const pauseMs = 50
/** How often a worker says that it is still at it. The relay hands out anew what it has not heard of for a minute. */
const heardEveryMs = 15_000

/** What the row says of an attempt until it has ended: what a worker that died leaves behind. */
const begun = 'A worker began this and has not ended it. If it does not come back, this is tried again.'

/** Reactions that this process has begun, by the database that counts their attempts. */
const underWay = new WeakMap<DataSource, Set<ReactJobData>>()

/**
 * Does one reaction, once: the transaction that has its effect is the one that marks it done, and the row is locked, so a
 * second worker with the same job finds it done, or under way and leaves it: when the first worker dies, the relay hands the
 * job out again. The relay locks rows, too, for the moment in which it hands them out: a locked row is looked at again for about a
 * second before it counts as another worker's. `rest` is the pause between two looks.
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
  if (!entry) return 'was done'
  const reaction = reactions.named(job.handler)
  const beginning = await whileLocked(() => change(runtime, {}, (ctx) => begin(ctx, job)), rest)
  if (beginning !== 'begun') return beginning
  const own = underWay.get(database) ?? new Set()
  underWay.set(database, own.add(job))
  try {
    const prepared = await heard(database, job, async () => reaction.prepare?.(entry))
    const settle = () => change(runtime, {}, (ctx) => settleOnce(ctx, job, () => reaction.settle(ctx, entry, prepared)))
    const outcome = await whileLocked(settle, rest)
    if (outcome === 'under way') await giveBack(database, job)
    return outcome
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    await database.query('UPDATE journal_work SET last_error = ? WHERE seq = ? AND handler = ? AND done_at IS NULL', [
      sentence.slice(0, 500),
      job.seq,
      job.handler,
    ])
    throw error
  } finally {
    own.delete(job)
  }
}

/**
 * For a worker that is told to end: the attempts that it has begun do not count, and the relay hands them out again at once. However
 * often workers are replaced, no reaction is used up by that.
 */
export async function giveBackWork(database: DataSource): Promise<void> {
  for (const job of underWay.get(database) ?? []) await giveBack(database, job)
}

async function giveBack(database: DataSource, { seq, handler }: ReactJobData): Promise<void> {
  await database.query(
    `UPDATE journal_work SET attempts = attempts - 1, retries = retries + 1, nudged_at = NULL
     WHERE seq = ? AND handler = ? AND done_at IS NULL AND attempts > 0`,
    [seq, handler],
  )
}

/** Looks at a locked row again, some times. */
async function whileLocked<Answer>(
  look: () => Promise<Answer | 'under way'>,
  rest: () => Promise<unknown>,
): Promise<Answer | 'under way'> {
  let answer = await look()
  for (let looks = 1; answer === 'under way' && looks < looksAtLocked; looks++) {
    await rest()
    answer = await look()
  }
  return answer
}

/** Counts an attempt, unless the reaction is done or its row is locked. */
async function begin({ tx }: Context, { seq, handler }: ReactJobData): Promise<'begun' | 'was done' | 'under way'> {
  const done = await doneAt(tx, 'FOR UPDATE SKIP LOCKED', { seq, handler })
  if (done === undefined) return (await doneAt(tx, '', { seq, handler })) === undefined ? 'was done' : 'under way'
  if (done !== null) return 'was done'
  await tx.query(
    'UPDATE journal_work SET attempts = attempts + 1, last_error = COALESCE(last_error, ?) WHERE seq = ? AND handler = ?',
    [begun, seq, handler],
  )
  return 'begun'
}

/** When a reaction was done; null for one that is open, undefined where there is no such row, or none that may be locked. */
async function doneAt(tx: Queries, lock: string, { seq, handler }: ReactJobData): Promise<Date | null | undefined> {
  const row = await readFirst(
    tx,
    { done_at: column.instant.nullable },
    `SELECT done_at FROM journal_work WHERE seq = ? AND handler = ? ${lock}`,
    [seq, handler],
  )
  return row?.done_at
}

/** Does long work, and lets the relay know now and then that it is not forgotten. */
async function heard<Answer>(
  database: DataSource,
  { seq, handler }: ReactJobData,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const tell = async () => {
    await database.query('UPDATE journal_work SET nudged_at = ? WHERE seq = ? AND handler = ? AND done_at IS NULL', [
      new Date(),
      seq,
      handler,
    ])
  }
  // The next one may get through.
  const telling = setInterval(() => void tell().catch(() => undefined), heardEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(telling)
  }
}

/** Does the effect and marks it done, unless it is done or its row is locked. */
async function settleOnce(ctx: Context, job: ReactJobData, effect: () => Promise<void>): Promise<Outcome> {
  const done = await doneAt(ctx.tx, 'FOR UPDATE SKIP LOCKED', job)
  if (done === undefined) return 'under way'
  if (done !== null) return 'was done'
  await effect()
  await ctx.tx.query('UPDATE journal_work SET done_at = ?, last_error = NULL WHERE seq = ? AND handler = ?', [
    ctx.now(),
    job.seq,
    job.handler,
  ])
  return 'done'
}

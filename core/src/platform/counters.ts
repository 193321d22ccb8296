import type { DataSource, EntityManager, QueryRunner } from 'typeorm'
import { column, type RowOf } from './columns'
import { readOne, readRows } from './read-rows'

/**
 * A stored count, so that no reading call counts rows (decision 59). Code that adds or removes a counted row changes the counter
 * in the same transaction.
 */
export interface Counter {
  readonly topic: string
  /**
   * The number of rows over which each count is spread; the count is their sum. Use more than one where many transactions change
   * the same count, because each locks one row until it ends.
   */
  readonly slots: number
  /** A statement that counts the rows and returns `subject` and `n`. For checks only, never for a request. */
  readonly recount: string
}

/** The subject of a counter that has only one count. */
export const whole = '0'

/**
 * Changes a count by `change`. `by` chooses which of the counter's rows is changed: pass the row key of the citizen who causes
 * the change.
 */
export async function addToCounter(
  tx: EntityManager,
  { topic, slots }: Counter,
  subject: string | number,
  change: number,
  by: string | number = 0,
): Promise<void> {
  if (change === 0) return
  await tx.query(
    `INSERT INTO counters (topic, subject, slot, n) VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE n = n + ?`,
    [topic, subject, Number(BigInt(by) % BigInt(slots)), change, change],
  )
}

/** The counts of some subjects. A subject that was never counted is missing in the result. */
export async function countersOf(
  tx: EntityManager,
  { topic }: Counter,
  subjects: readonly (string | number)[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map()
  const rows: RowOf<typeof figureRow>[] = []
  // For a longer list the database's optimiser would estimate instead of looking up keys, and read the whole topic.
  for (let from = 0; from < subjects.length; from += atOnce) {
    const some = await readRows(
      tx,
      figureRow,
      'SELECT subject, SUM(n) AS n FROM counters WHERE topic = ? AND subject IN (?) GROUP BY subject',
      [topic, subjects.slice(from, from + atOnce)],
    )
    rows.push(...some)
  }
  return figures(rows)
}

const atOnce = 180

/** A figure's subject is a row key, or what two of them come to. */
const figureRow = { subject: column.digits, n: column.integer }

/** The figures of all subjects of a counter, the last subject first. */
export async function allCountersOf(tx: EntityManager, { topic }: Counter): Promise<Map<string, number>> {
  const rows = await readRows(
    tx,
    figureRow,
    'SELECT subject, SUM(n) AS n FROM counters WHERE topic = ? GROUP BY subject ORDER BY subject DESC',
    [topic],
  )
  return figures(rows)
}

/** The one figure of a counter that has only one. */
export async function counterOf(tx: EntityManager, counter: Counter): Promise<number> {
  return (await countersOf(tx, counter, [whole])).get(whole) ?? 0
}

const figures = (rows: readonly RowOf<typeof figureRow>[]): Map<string, number> =>
  new Map(rows.map(({ subject, n }) => [subject, n]))

/** A counter whose value differs from a count of the rows. */
export interface CounterDifference {
  readonly topic: string
  readonly subject: string
  readonly kept: number
  readonly counted: number
}

/**
 * Compares every counter with a count of the rows. Both are read in one snapshot, so concurrent changes cause no false
 * differences.
 */
export function counterDifferences(database: DataSource, counters: readonly Counter[]): Promise<CounterDifference[]> {
  return database.transaction('REPEATABLE READ', async (tx) => {
    const found: CounterDifference[] = []
    for (const counter of counters) found.push(...(await differencesOf(tx, counter)))
    return found
  })
}

async function differencesOf(tx: EntityManager, counter: Counter): Promise<CounterDifference[]> {
  const kept = await allCountersOf(tx, counter)
  const counted = figures(await readRows(tx, figureRow, counter.recount))
  return [...new Set([...kept.keys(), ...counted.keys()])]
    .map((subject) => ({
      topic: counter.topic,
      subject,
      kept: kept.get(subject) ?? 0,
      counted: counted.get(subject) ?? 0,
    }))
    .filter((one) => one.kept !== one.counted)
}

/**
 * Corrects the counters by a count of the rows. It adds the difference, so a change that is committed at the same time is not
 * lost. Only one process may do this at a time; two would both add the difference.
 * @returns what was wrong
 */
export function repairCounters(
  database: DataSource,
  counters: readonly Counter[],
): Promise<readonly CounterDifference[]> {
  return alone(database, async () => {
    const found = await counterDifferences(database, counters)
    for (const { topic, subject, kept, counted } of found) {
      const counter = counters.find((one) => one.topic === topic)
      if (counter) await addToCounter(database.manager, counter, subject, counted - kept)
    }
    return found
  })
}

/** How long a second process waits for the first one, in seconds. */
const lockTimeoutSeconds = 600

async function alone<T>(database: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner()
  const name = "LEFT(CONCAT('nation-counters ', DATABASE()), 64)"
  try {
    const locked = await readOne(
      runner,
      { got: column.integer.nullable },
      `SELECT GET_LOCK(${name}, ${lockTimeoutSeconds}) AS got`,
    )
    if (locked.got !== 1) throw new Error('Another process is correcting the counters of this database.')
    return await work()
  } finally {
    await unlock(runner, name)
    await runner.release()
  }
}

async function unlock(runner: QueryRunner, name: string): Promise<void> {
  try {
    await runner.query(`DO RELEASE_LOCK(${name})`)
  } catch {
    // The connection is gone, and its lock with it.
  }
}

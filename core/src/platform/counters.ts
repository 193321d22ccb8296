import type { DataSource, EntityManager, QueryRunner } from 'typeorm'
import { column, type RowOf } from './columns'
import { readOne, readRows } from './read-rows'

/**
 * A figure that is kept beside the rows it counts, so that no reading call counts them (decision 59). Whoever adds or removes
 * such a row changes the counter in the same transaction.
 */
export interface Counter {
  readonly topic: string
  /**
   * In how many rows each figure is kept. More than one where crowds change the same figure: a change locks one of them until
   * its transaction ends, and the figure is their sum.
   */
  readonly slots: number
  /** What the figures should be: a statement that answers `subject` and `n`, by counting. For checks, never for a request. */
  readonly recount: string
}

/** The subject of a counter that has one figure only. */
export const whole = '0'

/** Changes a figure. `by` spreads changes over the counter's rows: the row key of the citizen who causes the change. */
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

/** The figures of some subjects; one that was never counted is not in it. */
export async function countersOf(
  tx: EntityManager,
  { topic }: Counter,
  subjects: readonly (string | number)[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map()
  const rows: RowOf<typeof figureRow>[] = []
  // Of a longer list the database would only guess what it costs, and read the whole topic.
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

/** A figure that is not what a count of the rows says. */
export interface CounterDifference {
  readonly topic: string
  readonly subject: string
  readonly kept: number
  readonly counted: number
}

/** Compares every figure with a count of the rows. Both are read from one snapshot, so changes under way do not matter. */
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
 * Brings the figures to what a count of the rows says. What is missing is added, so a change that is committed meanwhile is not
 * lost. One process does this at a time: two would both add what is missing.
 * @returns what was wrong
 */
export function mendCounters(
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
const patience = 600

async function alone<T>(database: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner()
  const name = "LEFT(CONCAT('nation-counters ', DATABASE()), 64)"
  try {
    const locked = await readOne(
      runner,
      { got: column.integer.nullable },
      `SELECT GET_LOCK(${name}, ${patience}) AS got`,
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

import { healthPercent, healthSpanMs } from '@nation/domain/system'
import { column, type Queries, readOne, write } from '../platform'

const dayMs = 86_400_000

const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs) * dayMs

/**
 * The checks of one worker, by the day. A check of a nation whose database is away cannot be stored: it waits here for the next one, and
 * is lost with the worker.
 */
export class HealthNotes {
  readonly #waiting = new Map<number, { good: number; bad: number }>()

  constructor(private readonly database: Queries) {}

  /** Notes a check at an instant of the nation. */
  async note(at: Date, good: boolean): Promise<void> {
    const day = dayOf(at)
    const { good: before, bad } = this.#waiting.get(day) ?? { good: 0, bad: 0 }
    this.#waiting.set(day, { good: before + (good ? 1 : 0), bad: bad + (good ? 0 : 1) })
    for (const [start, checks] of this.#waiting) {
      await write(
        this.database,
        `INSERT INTO health_days (day, good, bad) VALUES (?, ?, ?)
         ON DUPLICATE KEY UPDATE good = good + VALUES(good), bad = bad + VALUES(bad)`,
        [new Date(start), checks.good, checks.bad],
      )
      this.#waiting.delete(start)
    }
  }
}

/** The share of good checks in the last thirty days, in percent, and how many checks there were. */
export async function measuredHealth(database: Queries, now: Date): Promise<{ percent: number; checks: number }> {
  const { good, bad } = await readOne(
    database,
    { good: column.integer, bad: column.integer },
    'SELECT CAST(COALESCE(SUM(good), 0) AS SIGNED) AS good, CAST(COALESCE(SUM(bad), 0) AS SIGNED) AS bad FROM health_days WHERE day > ?',
    [new Date(now.getTime() - healthSpanMs)],
  )
  return { percent: healthPercent({ good, bad }), checks: good + bad }
}

import type { DataSource } from 'typeorm'
import { column } from './columns'
import { readFirst, readOne } from './read-rows'

/** The nation's time. Services receive `now`; no other code reads a clock. */
export interface Clock {
  readonly now: () => Date
  /** How far the nation's time is ahead of this machine's, in milliseconds. */
  readonly offsetMs: () => number
  readonly close: () => void
}

/**
 * Clocks of machines differ by no more than this. What lies further ahead than it can was written by a clock that had jumped, and does
 * not count: it would hold a lease, or a pause, until the real clock gets there.
 */
export const clockSlackMs = 5_000

/** A clock that stands still or is moved by a test. */
export function fixedClock(at: Date): Clock & { set(to: Date): void } {
  let current = at
  return {
    now: () => new Date(current),
    offsetMs: () => 0,
    close: () => undefined,
    set: (to) => {
      current = to
    },
  }
}

/**
 * The clock of a running process. The database stores one offset for all processes, so a restarted process has the same time as
 * before. Outside production the offset is read every 200 ms, so that `npm run clock` moves all processes.
 */
export async function openClock(database: DataSource, production: boolean): Promise<Clock> {
  let offsetMs = await readOffset(database)
  if (production && offsetMs !== 0) {
    throw new Error('This database was used with a moved clock (NATION_CLOCK); production refuses it.')
  }
  const reload = async () => {
    try {
      offsetMs = await readOffset(database)
    } catch {
      // The database does not answer: the last known offset stays.
    }
  }
  const timer = production ? undefined : setInterval(() => void reload(), 200)
  timer?.unref()
  return {
    now: () => new Date(Date.now() + offsetMs),
    offsetMs: () => offsetMs,
    close: () => clearInterval(timer),
  }
}

/** The stored offset in milliseconds; 0 when the clock was never moved. */
export async function readOffset(database: DataSource): Promise<number> {
  const row = await readFirst(database, { offset_ms: column.integer }, 'SELECT offset_ms FROM clock WHERE id = 1')
  return row?.offset_ms ?? 0
}

/**
 * Moves the nation's time. The new time must not be earlier than the newest entry of the journal.
 * @throws Error with a plain sentence when the instant is earlier than the data
 */
export async function moveClock(database: DataSource, target: (current: Date) => Date): Promise<Date> {
  return database.transaction(async (tx) => {
    await tx.query('INSERT INTO clock (id, offset_ms) VALUES (1, 0) ON DUPLICATE KEY UPDATE offset_ms = offset_ms')
    const clock = await readFirst(
      tx,
      { offset_ms: column.integer },
      'SELECT offset_ms FROM clock WHERE id = 1 FOR UPDATE',
    )
    const machine = Date.now()
    const to = target(new Date(machine + (clock?.offset_ms ?? 0)))
    const latest = await readOne(tx, { at: column.instant.nullable }, 'SELECT MAX(at) AS at FROM journal')
    const last = latest.at
    if (last && to.getTime() < new Date(last).getTime()) {
      throw new Error(
        `${to.toISOString()} is earlier than the nation's own records, which reach to ${new Date(last).toISOString()}.`,
      )
    }
    await tx.query('UPDATE clock SET offset_ms = ? WHERE id = 1', [to.getTime() - machine])
    return to
  })
}

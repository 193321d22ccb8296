import type { DataSource } from 'typeorm'
import { write } from '../platform'

/** How many rows a batch removes at most. */
export const retentionBatch = 1_000

/** Removes a batch of what has outlived its use, at an instant of the nation. @returns how many rows went */
export type Retention = (database: DataSource, now: Date) => Promise<number>

/**
 * Removes a batch of rows by a statement that is given the instant before which they go.
 * @param keptMs how long before now that instant lies, in milliseconds
 */
export const removedBefore =
  (sql: string, keptMs = 0): Retention =>
  async (database, now) =>
    (await write(database, sql, [new Date(now.getTime() - keptMs)])).affectedRows

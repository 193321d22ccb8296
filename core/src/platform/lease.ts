import { randomUUID } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { clockSlackMs } from './clock'
import { column } from './columns'
import { readFirst } from './read-rows'

/**
 * A task that only one process at a time should do. It saves work. Do not rely on it to prevent something from happening twice.
 */
export interface Lease {
  /** Takes or renews the lease. False when another process has it. */
  readonly hold: () => Promise<boolean>
  /** Ends the lease. */
  readonly release: () => Promise<void>
}

/**
 * A lease in the database. It uses the machine's clock, because a moved nation's clock must not end it. A lease that ends later than
 * one that is taken now is of a clock that had jumped, and is free.
 * @param lifetimeMs how long the other processes wait for a holder that was killed
 */
export function leaseOf(database: DataSource, name: string, lifetimeMs: number): Lease {
  const holder = randomUUID()
  return {
    hold: async () => {
      const machine = new Date()
      const expires = new Date(machine.getTime() + lifetimeMs)
      const latest = new Date(expires.getTime() + clockSlackMs)
      await database.query(
        `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
         ON DUPLICATE KEY UPDATE
           holder = IF(holder = VALUES(holder) OR expires_at < ? OR expires_at > ?, VALUES(holder), holder),
           expires_at = IF(holder = VALUES(holder), VALUES(expires_at), expires_at)`,
        [name, holder, expires, machine, latest],
      )
      const row = await readFirst(database, { holder: column.text }, 'SELECT holder FROM leases WHERE name = ?', [name])
      return row?.holder === holder
    },
    release: async () => {
      await database.query('DELETE FROM leases WHERE name = ? AND holder = ?', [name, holder])
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { column } from './columns'
import { readFirst } from './read-rows'

/** A role that one process at a time plays. It saves work; it is never what keeps a thing from happening twice. */
export interface Lease {
  /** Takes or renews the lease. False while somebody else holds it. */
  readonly hold: () => Promise<boolean>
  /** Gives it back. */
  readonly release: () => Promise<void>
}

/**
 * A lease in the database, by this machine's clock (not the nation's: a moved clock must not end it).
 * `lifetimeMs` is how long others wait for a holder that died.
 */
export function leaseOf(database: DataSource, name: string, lifetimeMs: number): Lease {
  const holder = randomUUID()
  return {
    hold: async () => {
      const machine = new Date()
      const expires = new Date(machine.getTime() + lifetimeMs)
      await database.query(
        `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
         ON DUPLICATE KEY UPDATE
           holder = IF(holder = VALUES(holder) OR expires_at < ?, VALUES(holder), holder),
           expires_at = IF(holder = VALUES(holder), VALUES(expires_at), expires_at)`,
        [name, holder, expires, machine],
      )
      const row = await readFirst(database, { holder: column.text }, 'SELECT holder FROM leases WHERE name = ?', [name])
      return row?.holder === holder
    },
    release: async () => {
      await database.query('DELETE FROM leases WHERE name = ? AND holder = ?', [name, holder])
    },
  }
}

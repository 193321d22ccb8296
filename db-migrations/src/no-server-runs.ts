import { setTimeout } from 'node:timers/promises'
import { column, readFirst } from '@nation/core/platform'
import type { DataSource } from 'typeorm'

/** How long between two looks at the lease. */
const lookMs = 250
/** The workers' lease lasts five seconds: what lies further ahead was written by a clock that had jumped, and counts no more (`leaseOf`). */
const furthestMs = 60_000

/**
 * Waits until the workers' lease has run out: servers that were stopped a moment ago may have left it behind. Servers of an older version
 * write rows as they know them, also while the schema changes. Processes of the API hold no lease; they run beside workers.
 * @throws Error where the lease is renewed meanwhile: its workers run
 */
export async function noServerRuns(database: DataSource): Promise<void> {
  const first = await sequencerLease(database)
  for (let lease = first; lease && isHeld(lease); lease = await sequencerLease(database)) {
    if (first && lease.getTime() !== first.getTime()) {
      throw new Error(
        'Workers of this nation are running, and migrations are pending. Stop all API and worker processes on every machine, then run ' +
          'migrate again.',
      )
    }
    await setTimeout(lookMs)
  }
}

function isHeld(lease: Date): boolean {
  const leftMs = lease.getTime() - Date.now()
  return leftMs > 0 && leftMs <= furthestMs
}

async function sequencerLease(database: DataSource): Promise<Date | undefined> {
  const row = await readFirst(
    database,
    { expires_at: column.instant },
    "SELECT expires_at FROM leases WHERE name = 'sequencer'",
  )
  return row?.expires_at
}

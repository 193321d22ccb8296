import { hasEnded } from '@nation/domain/broadcasts'
import type { DataSource } from 'typeorm'
import { column, readOne, readRows, change, type Runtime } from '../platform'
import { Broadcast } from './broadcast.entity'

const onAir = 'FROM broadcasts WHERE archived_at IS NULL AND ended_at IS NULL'

/** How many ends are written down in one run. */
const BATCH = 100

/** When the next broadcast ends; null when none does. */
export async function broadcastsDueAt(database: DataSource): Promise<Date | null> {
  const row = await readOne(
    database,
    { at: column.instant.nullable },
    `SELECT MIN(ends_at) AS at ${onAir} AND ends_at IS NOT NULL`,
  )
  return row.at ?? null
}

/**
 * Writes down which broadcasts have ended, and tells of it. They are given out no longer from their end on; this only makes the end
 * known. Safe to run at any time, by several at once.
 */
export async function endDueBroadcasts(runtime: Runtime): Promise<void> {
  const rows = await readRows(
    runtime.database,
    { id: column.key },
    `SELECT id ${onAir} AND ends_at <= ? ORDER BY ends_at, id LIMIT ${BATCH}`,
    [runtime.clock.now()],
  )
  for (const { id } of rows) await end(runtime, id)
}

function end(runtime: Runtime, id: string): Promise<void> {
  return change(runtime, {}, async (ctx) => {
    const broadcasts = ctx.tx.getRepository(Broadcast)
    const broadcast = await broadcasts.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } })
    if (!broadcast || broadcast.archivedAt || broadcast.endedAt || !hasEnded(broadcast.endsAt, ctx.now())) return
    await broadcasts.update({ id }, { endedAt: broadcast.endsAt })
    ctx.journal.add({ kind: 'broadcasts.ended', subject: broadcast.uid })
  })
}

import { randomUUID } from 'node:crypto'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { isoDay } from '@nation/domain/formats'
import type { DataSource } from 'typeorm'
import type { JournalEntry, Reaction } from '../journal'
import { type CitizenContext, column, readFirst, write } from '../platform'
import { Citizen } from '../citizens'
import { collectData } from './collect-data'
import { isWhole, readCopy, storeCopy, type StoredCopy } from './copy-parts'
import { DataExport } from './privacy.entity'

type ExportAnswer = CallOutput<'user.export-data'>['export']

/** How long a copy is stored. */
export const exportLifetimeMs = 7 * 86_400_000
/** A copy that is not ready after this long will not be. */
const stuckAfterMs = 3_600_000

/** `user.export-data`: asks for a copy; the one that is being made already, when there is one. */
export async function exportData(ctx: CitizenContext): Promise<CallOutput<'user.export-data'>> {
  await ctx.tx
    .getRepository(Citizen)
    .findOneOrFail({ where: { id: ctx.caller.id }, lock: { mode: 'pessimistic_write' } })
  const latest = await latestOf(ctx)
  if (latest && presentExport(latest, ctx.now()).status === 'working') {
    return { success: true, export: presentExport(latest, ctx.now()) }
  }
  const made = ctx.tx.getRepository(DataExport).create({
    id: ctx.newId(),
    citizenId: ctx.caller.id,
    status: 'working',
    progress: 0,
    createdAt: ctx.now(),
    readyAt: null,
    bytes: null,
    run: null,
    parts: null,
  })
  await ctx.tx.getRepository(DataExport).insert(made)
  ctx.journal.add({
    kind: 'citizens.export-asked',
    actor: ctx.caller.uid,
    subject: ctx.caller.uid,
    facts: { exportId: made.id },
    visibility: `citizen:${ctx.caller.uid}`,
  })
  return { success: true, export: presentExport(made, ctx.now()) }
}

const latestOf = (ctx: CitizenContext): Promise<DataExport | null> =>
  ctx.tx.getRepository(DataExport).findOne({
    where: { citizenId: ctx.caller.id },
    order: { createdAt: 'DESC', id: 'DESC' },
  })

/** `user.export-status`: how far the caller's latest copy is. */
export async function exportStatus(ctx: CitizenContext): Promise<CallOutput<'user.export-status'>> {
  const latest = await latestOf(ctx)
  const gone = latest !== null && latest.createdAt.getTime() + exportLifetimeMs <= ctx.now().getTime()
  return { success: true, export: latest && !gone ? presentExport(latest, ctx.now()) : null }
}

function presentExport(row: DataExport, now: Date): ExportAnswer {
  const stuck = row.status === 'working' && row.createdAt.getTime() + stuckAfterMs <= now.getTime()
  return {
    id: row.id,
    status: stuck ? 'failed' : row.status,
    progress: row.progress,
    createdAt: row.createdAt.getTime(),
    readyAt: row.readyAt?.getTime() ?? null,
    expiresAt: row.readyAt === null ? null : row.createdAt.getTime() + exportLifetimeMs,
    bytes: row.bytes,
  }
}

/** A copy to download: `text` is read part by part, as fast as the reader takes it. */
interface Download {
  readonly name: string
  readonly bytes: number
  readonly text: AsyncIterable<Buffer>
}

/**
 * `user.export-download`: the caller's copy, as JSON.
 * @throws NationError `export_not_found` also for another citizen's, `export_not_ready`
 */
export async function exportDownload(ctx: CitizenContext, input: CallInput<'user.export-download'>): Promise<Download> {
  const row = await ctx.tx.getRepository(DataExport).findOneBy({ id: input.exportId, citizenId: ctx.caller.id })
  if (!row || row.createdAt.getTime() + exportLifetimeMs <= ctx.now().getTime()) {
    throw new NationError('export_not_found')
  }
  const { status, run, parts, bytes } = row
  if (status !== 'ready' || run === null || parts === null) throw new NationError('export_not_ready')
  return {
    name: `nation-${isoDay(row.createdAt)}.json`,
    bytes: bytes ?? 0,
    // It is read after the service has answered.
    text: readCopy(ctx.tx.dataSource, { exportId: row.id, run, parts }),
  }
}

/** After a citizen asked for a copy: gathers what the nation holds about them. */
export function exportReaction(database: DataSource): Reaction {
  return {
    name: 'citizens.export',
    kinds: ['citizens.export-asked'],
    prepare: async (entry: JournalEntry): Promise<StoredCopy | null> => {
      const exportId = String(entry.facts.exportId)
      const citizen = await database.getRepository(Citizen).findOneBy({ uid: entry.subject ?? '' })
      if (!citizen || citizen.leftAt !== null) return null
      // Gone where a later copy has replaced it, or its week is over. The parts of one that is ready stay as they are.
      if (!(await database.getRepository(DataExport).existsBy({ id: exportId, status: 'working' }))) return null
      const tell = async (progress: number) => {
        await database.query("UPDATE data_exports SET progress = ? WHERE id = ? AND status = 'working'", [
          progress,
          exportId,
        ])
      }
      return storeCopy(database, { exportId, run: randomUUID() }, collectData(database, citizen, entry.seq, tell))
    },
    settle: async (ctx, entry, prepared) => {
      const copy = prepared as StoredCopy | null
      if (copy === null) return
      // Not for a citizen who has left meanwhile: the copy would say who they were.
      const row = await readFirst(
        ctx.tx,
        { id: column.key },
        'SELECT id FROM citizens WHERE uid = ? AND left_at IS NULL FOR UPDATE',
        [entry.subject],
      )
      if (!row) return
      // Another worker that was thought dead may have begun anew, and has removed these parts.
      if (!(await isWhole(ctx.tx, copy))) throw new Error('The copy was not stored whole.')
      const { affectedRows } = await write(
        ctx.tx,
        `UPDATE data_exports SET status = 'ready', progress = 100, ready_at = ?, bytes = ?, run = ?, parts = ?
         WHERE id = ? AND citizen_id = ?`,
        [ctx.now(), copy.bytes, copy.run, copy.parts, copy.exportId, row.id],
      )
      if (affectedRows === 0) return
      // One copy is enough for each citizen; it may be large.
      await ctx.tx.query('DELETE FROM data_exports WHERE citizen_id = ? AND id < ?', [row.id, copy.exportId])
      ctx.journal.add({
        kind: 'citizens.export-ready',
        subject: entry.subject,
        facts: { exportId: String(entry.facts.exportId) },
        visibility: `citizen:${entry.subject}`,
      })
    },
  }
}

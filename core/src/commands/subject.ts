import { createHash } from 'node:crypto'
import { basisText, type BasisRow, type CommandTable } from '@nation/domain/commands'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { lockAdministration } from '../admin'
import { column, readFirst, readRows, type CitizenContext } from '../platform'
import { sources } from '../replica'

export type SubjectRow = BasisRow & { readonly id: string }

/**
 * Locks the row that a command is about, with the first locks of the calls that change it: what is read afterwards is what they find.
 */
const locks: Readonly<Record<CommandTable, (ctx: CitizenContext, id: string) => Promise<unknown>>> = {
  async members(ctx, id) {
    await lockAdministration(ctx)
    // By the primary key: an index of uids would be locked in the order of uids, and others lock citizens by id.
    const of = 'SELECT id FROM citizens WHERE uid IN (?)'
    const citizens = await readRows(ctx.tx, { id: column.key }, of, [[ctx.caller.uid, id]])
    const ids = citizens.map((citizen) => citizen.id)
    await ctx.tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
  },
  async broadcasts(ctx, id) {
    // As the call itself does: the caller first.
    await callerNow(ctx)
    await ctx.tx.query('SELECT id FROM broadcasts WHERE uid = ? FOR UPDATE', [id])
  },
  // Every change of a candidacy locks its election first.
  async candidacies({ tx }, id) {
    const of = 'SELECT election_id AS id FROM candidacies WHERE uid = ?'
    const election = await readFirst(tx, { id: column.key }, of, [id])
    await tx.query('SELECT id FROM elections WHERE id = ? FOR UPDATE', [election?.id ?? 0])
  },
  async tasks({ tx }, id) {
    await tx.query('SELECT id FROM tasks WHERE uid = ? FOR UPDATE', [id])
  },
}

export const lockSubject = (ctx: CitizenContext, table: CommandTable, id: string): Promise<unknown> =>
  locks[table](ctx, id)

/** The row as a replica has it. Null where there is none. */
export async function subjectRow(tx: EntityManager, table: CommandTable, id: string): Promise<SubjectRow | null> {
  const [row] = await sources[table].byId(tx, [id])
  return row ?? null
}

/** The version of a row, as a command is based on it: SHA-256 of its basis, in hexadecimal digits. */
export function versionOf(table: CommandTable, row: BasisRow | null): string | null {
  const text = basisText(table, row)
  return text === null ? null : createHash('sha256').update(text).digest('hex')
}

import type { EventKind } from '@nation/domain/events'
import type { EntityManager } from 'typeorm'
import { change, column, readFirst, readOne, type Context, type Runtime } from '../platform'
import { entriesOfKinds, journalHead, type JournalEntry } from './reader'

/**
 * Tables that follow from the journal. Entries are applied in the order of their numbers; the effect and the position that was
 * reached are one transaction, with the position locked, so each entry is applied once.
 */
export interface Projection {
  readonly name: string
  readonly kinds: readonly EventKind[]
  /** How many entries one step applies: fewer where each stands for many rows. */
  readonly entriesAtOnce?: number
  /** Writes what follows from some entries, in their order. After a rebuild it is given the same entries again, and replaces. */
  readonly apply: (ctx: Context, entries: readonly JournalEntry[]) => Promise<void>
}

/** How far one step looks: through so many numbers, or so many entries of the kinds. */
const stepOf = { numbers: 5_000, entries: 200 }

export interface Step {
  /** How many entries were applied. */
  readonly applied: number
  /** Whether there is more to read now. False, too, where another process is at it. */
  readonly more: boolean
}

const nothing: Step = { applied: 0, more: false }

/** One step of a projection: a transaction. A second process that comes meanwhile does nothing. */
export async function project(runtime: Runtime, projection: Projection): Promise<Step> {
  const { database } = runtime
  const reached = await positionOf(database.manager, projection, '')
  if (reached !== null && reached >= (await journalHead(database))) return nothing
  if (reached === null)
    await database.query('INSERT IGNORE INTO journal_projections (name, seq) VALUES (?, 0)', [projection.name])
  return change(runtime, {}, (ctx) => step(ctx, projection))
}

async function step(ctx: Context, projection: Projection): Promise<Step> {
  const from = await positionOf(ctx.tx, projection, 'FOR UPDATE SKIP LOCKED')
  if (from === null) return nothing
  // Whatever has a number up to this one is committed: nothing comes in between later.
  const { seq: head } = await readOne(ctx.tx, { seq: column.integer }, 'SELECT seq FROM journal_head WHERE id = 1')
  const end = Math.min(head, from + stepOf.numbers)
  if (end <= from) return nothing
  const most = projection.entriesAtOnce ?? stepOf.entries
  const entries = await entriesOfKinds(ctx.tx, projection.kinds, { after: from, upTo: end }, most)
  const last = entries.at(-1)
  const to = last && entries.length === most ? last.seq : end
  if (entries.length > 0) await projection.apply(ctx, entries)
  await ctx.tx.query('UPDATE journal_projections SET seq = ? WHERE name = ?', [to, projection.name])
  return { applied: entries.length, more: to < head }
}

async function positionOf(tx: EntityManager, { name }: Projection, lock: string): Promise<number | null> {
  const row = await readFirst(
    tx,
    { seq: column.integer },
    `SELECT seq FROM journal_projections WHERE name = ? ${lock}`,
    [name],
  )
  return row?.seq ?? null
}

/**
 * Reads all that is numbered. Several processes may: each step is done by one of them.
 * @returns how many entries were applied here
 */
export async function projectAll(runtime: Runtime, projection: Projection): Promise<number> {
  let applied = 0
  for (;;) {
    const step = await project(runtime, projection)
    applied += step.applied
    if (!step.more) return applied
  }
}

/** Has a projection read the journal again from its beginning; readers see what stands until it is replaced. */
export async function rewind({ database }: Pick<Runtime, 'database'>, { name }: Projection): Promise<void> {
  await database.query('UPDATE journal_projections SET seq = 0 WHERE name = ?', [name])
}

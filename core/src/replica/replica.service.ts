import { compiled, type CallInput, type CallOutput } from '@nation/domain/contract'
import {
  replicaColumns,
  replicaFormat,
  replicaLimits,
  replicaRows,
  replicaTables,
  shortTables,
  type ReplicaTable,
} from '@nation/domain/replica'
import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { entriesOfKinds, newestInstant, type JournalEntry } from '../journal'
import { readCursor, writeCursor, column, readOne, readRows, type Context } from '../platform'
import { lastingKinds } from './entries'
import type { Source, TextPage } from './source'
import { sources } from './tables'
import { horizonMs, shortLivedKinds, touchedBy, touchingKinds, type Touched } from './touched'

/** How far a replica has read the journal, and when it came there. */
interface Position {
  readonly seq: number
  readonly at: number
  /** How many rows of each table it has read of those that the entry with the next number touched. */
  readonly rows?: number
}

async function writePosition(tx: EntityManager, { seq, at, rows = 0 }: Position): Promise<string> {
  return writeCursor([seq, at, rows, await courseOf(tx, { seq, rows })])
}

/**
 * Positions that an earlier version wrote have no course.
 * @throws NationError `invalid_input` for a position that is none of ours
 */
function readPosition(text: string): Required<Position> & { readonly course: number | null } {
  const [seq, at, rows = 0, course] = readCursor(text, 2, 4)
  return { seq: Number(seq), at: Number(at), rows: Number(rows), course: course === undefined ? null : Number(course) }
}

/**
 * What distinguishes the journal from the one that a restore has taken back: numbers are given again then, to entries that are written
 * later. It is the instant of the newest entry that a position has read, or read in part; 0 before the first. Short-lived entries do not
 * count: no row depends on them, and they may be removed while the position is in use.
 */
async function courseOf(tx: EntityManager, { seq, rows }: { readonly seq: number; readonly rows: number }) {
  const newest = await newestInstant(tx, { upTo: rows === 0 ? seq : seq + 1, except: shortLivedKinds })
  return newest?.getTime() ?? 0
}

const headOf = async (tx: EntityManager): Promise<number> =>
  (await readOne(tx, { seq: column.integer }, 'SELECT seq FROM journal_head WHERE id = 1')).seq

/** `replica.open`: read before the first page of any table, so that no change falls between the rows and the position. */
export async function openReplica(ctx: Context): Promise<CallOutput<'replica.open'>> {
  const now = ctx.now().getTime()
  const { uid } = await readOne(ctx.tx, { uid: column.text }, 'SELECT uid FROM nation WHERE id = 1')
  const position = await writePosition(ctx.tx, { seq: await headOf(ctx.tx), at: now })
  return { success: true, nation: uid, format: replicaFormat, position, tables: await tablesOf(ctx.tx), now }
}

const isShort: ReadonlySet<ReplicaTable> = new Set(shortTables)

/** Every table with its size; the largest ones with the parts that they are read in. */
async function tablesOf(tx: EntityManager): Promise<CallOutput<'replica.open'>['tables']> {
  const tables: CallOutput<'replica.open'>['tables'] = []
  for (const { table, rows } of await sizes(tx)) {
    const parts = await (sources[table] as Source).parts?.(tx)
    tables.push({ table, rows, ...(parts && { parts }), ...(isShort.has(table) && { short: true }) })
  }
  return tables
}

const tableNames: Readonly<Record<Exclude<ReplicaTable, 'bank' | 'chat' | 'audit'>, string>> = {
  members: 'citizens',
  broadcasts: 'broadcasts',
  elections: 'elections',
  candidacies: 'candidacies',
  tasks: 'tasks',
  responses: 'task_responses',
  cycles: 'bank_cycles',
  payments: 'bank_payments',
  polls: 'polls',
  gazette: 'gazette_entries',
}

/** About how many rows each table has, by the engine's own estimate: for a progress bar, and no row is counted. */
async function sizes(tx: EntityManager): Promise<{ table: ReplicaTable; rows: number }[]> {
  const rows = await readRows(
    tx,
    { name: column.text, n: column.integer.nullable },
    `SELECT TABLE_NAME AS name, TABLE_ROWS AS n FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?)`,
    [Object.values(tableNames)],
  )
  const estimate = new Map(rows.map(({ name, n }) => [name, n ?? 0]))
  return replicaTables.map((table) => {
    const name = (tableNames as Partial<Record<ReplicaTable, string>>)[table]
    return { table, rows: name === undefined ? 1 : (estimate.get(name) ?? 0) }
  })
}

/**
 * `replica.rows`: a page of a table as it is now, as the answer’s JSON in UTF-8; with `also`, the first pages of short tables beside it. The
 * database makes the text of the largest table, so that no process parses its rows on their way (decision 121).
 * @throws NationError `invalid_input` for a strange cursor
 */
export async function replicaPage(
  { tx }: Context,
  { table, after, limit, also }: CallInput<'replica.rows'>,
): Promise<Buffer> {
  if (also === undefined) return joined('{"success":true,', await pageText(tx, table, { after, limit }), '}')
  const most = Math.min(limit, replicaLimits.together)
  const parts: (string | Buffer)[] = ['{"success":true,', await pageText(tx, table, { after, limit: most })]
  for (const [at, other] of (also.split(',') as ReplicaTable[]).entries()) {
    const page = await pageText(tx, other, { after: undefined, limit: most })
    parts.push(at === 0 ? ',"others":[{' : '},{', page)
  }
  return joined(...parts, '}]}')
}

const joined = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

/** The fields of a page in JSON, without their braces. */
async function pageText(
  tx: EntityManager,
  table: ReplicaTable,
  { after, limit }: Pick<CallInput<'replica.rows'>, 'after' | 'limit'>,
): Promise<Buffer> {
  const source: Source = sources[table]
  const { rows, next } = await (source.texts ?? textsBy(table, source))(tx, after, limit)
  const columns = JSON.stringify(replicaColumns(table))
  return joined(`"table":"${table}","columns":${columns},"rows":`, rows, `,"next":${JSON.stringify(next)}`)
}

/** Their ids are numbers in pages: a parser keeps a million short texts in the one table of all its names, and is slow for it. */
const numbered: ReadonlySet<ReplicaTable> = new Set(['gazette', 'audit'])

const formOf = new Map<ReplicaTable, z.ZodType<{ id: string }[]>>(
  replicaTables.map((table) => [table, z.array(replicaRows[table] as z.ZodType<{ id: string }>)]),
)

/** Pages of rows that are objects: each is held to its table's form, and made into text. */
const textsBy =
  (table: ReplicaTable, source: Source): NonNullable<Source['texts']> =>
  async (db, after, limit): Promise<TextPage> => {
    const { rows, next } = await source.page(db, after, limit)
    const columns: readonly string[] = replicaColumns(table)
    const values = compiled(formOf.get(table)!)
      .parse(rows)
      .map((row) => {
        const of = numbered.has(table) ? { ...row, id: Number(row.id) } : row
        return columns.map((name) => (of as Record<string, unknown>)[name])
      })
    return { rows: Buffer.from(JSON.stringify(values)), next }
  }

const again = (position: string): CallOutput<'replica.changes'> => ({
  success: true,
  position,
  more: false,
  reset: true,
  put: {},
  gone: {},
  again: [],
})

/** The clocks of several servers differ a little; a position may come from another one. */
const skewMs = 3_600_000

/** How many numbers of the journal one answer looks through. */
const numbersAtOnce = 2_000

/**
 * `replica.changes`: the rows that entries after a position touched, as they are now. What has a number is committed, so rows that
 * are read after the entries hold what the entries did; whatever is newer comes again with its own number. The rows of an entry
 * that touched more than one answer has come piece by piece, in the order of their ids.
 * @throws NationError `invalid_input` for a position that is none of ours
 */
export async function replicaChanges(
  ctx: Context,
  input: CallInput<'replica.changes'>,
): Promise<CallOutput<'replica.changes'>> {
  const from = readPosition(input.after)
  const [now, head] = [ctx.now().getTime(), await headOf(ctx.tx)]
  const isOther = from.seq > head || (from.course !== null && from.course !== (await courseOf(ctx.tx, from)))
  if (isOther || from.at > now + skewMs || from.at < now - horizonMs)
    return again(await writePosition(ctx.tx, { seq: head, at: now }))
  const end = Math.min(head, from.seq + numbersAtOnce)
  const entries = await entriesOfKinds(ctx.tx, readKinds, { after: from.seq, upTo: end }, replicaLimits.entries)
  let reached: Omit<Position, 'at'> = { seq: entries.length === replicaLimits.entries ? entries.at(-1)!.seq : end }
  const touched = new TouchedRows()
  for (const entry of entries) {
    const { seq } = entry
    const skip = seq === from.seq + 1 ? from.rows : 0
    const isFirst = touched.isEmpty
    if (touched.add(await rowsOf(ctx.tx, entry), skip)) continue
    reached = { seq: seq - 1, rows: isFirst ? skip + replicaLimits.rows : 0 }
    break
  }
  const more = reached.seq < head
  return {
    success: true,
    // While there is more, the instant of the position does not move: what lies behind it may be as old as before.
    position: await writePosition(ctx.tx, { ...reached, at: more ? from.at : now }),
    more,
    reset: false,
    ...(await touched.read(ctx.tx)),
  }
}

const audited: ReadonlySet<string> = new Set(lastingKinds)
const readKinds = [...new Set<string>([...touchingKinds, ...lastingKinds])]

/** The rows that an entry touched, its own line of the audit among them. */
async function rowsOf(tx: EntityManager, entry: JournalEntry): Promise<Touched> {
  const touched = await touchedBy(tx, entry)
  if (!audited.has(entry.kind) || touched.audit === 'all') return touched
  return { ...touched, audit: [...(touched.audit ?? []), String(entry.seq)] }
}

/** Ids of the rows that some entries touched, of each table at most as many as one answer has. */
class TouchedRows {
  readonly #ids = new Map<ReplicaTable, Set<string>>()
  readonly #all = new Set<ReplicaTable>()

  get isEmpty(): boolean {
    return this.#ids.size === 0 && this.#all.size === 0
  }

  /**
   * Adds what an entry touched, of each table what lies behind `skip` ids. If it is too much, nothing is added, or, where nothing was
   * before, as much as one answer has.
   * @returns whether all of it is here now
   */
  add(touched: Touched, skip: number): boolean {
    const named = Object.entries(touched).map(([table, ids]) => ({
      table: table as ReplicaTable,
      ids: ids === 'all' || ids.length > replicaLimits.rowsOfEntry ? ('all' as const) : ids.toSorted().slice(skip),
    }))
    const fits = named.every(
      ({ table, ids }) => ids === 'all' || (this.#ids.get(table)?.size ?? 0) + ids.length <= replicaLimits.rows,
    )
    if (!fits && !this.isEmpty) return false
    for (const { table, ids } of named) {
      if (ids === 'all') this.#all.add(table)
      else if (ids.length > 0) this.#of(table, ids.slice(0, replicaLimits.rows))
    }
    return fits
  }

  #of(table: ReplicaTable, ids: readonly string[]): void {
    const known = this.#ids.get(table) ?? new Set()
    for (const id of ids) known.add(id)
    this.#ids.set(table, known)
  }

  /** The rows as they are now, the ids of those that are there no more, and tables of which too many changed. */
  async read(tx: EntityManager): Promise<Pick<CallOutput<'replica.changes'>, 'put' | 'gone' | 'again'>> {
    const put: Partial<Record<ReplicaTable, readonly { readonly id: string }[]>> = {}
    const gone: Partial<Record<ReplicaTable, string[]>> = {}
    for (const [table, ids] of this.#ids) {
      if (this.#all.has(table)) continue
      const rows = await sources[table].byId(tx, [...ids])
      if (rows.length > 0) put[table] = rows
      const here = new Set(rows.map(({ id }) => id))
      const missing = [...ids].filter((id) => !here.has(id))
      if (missing.length > 0) gone[table] = missing
    }
    return { put: put as CallOutput<'replica.changes'>['put'], gone, again: [...this.#all] }
  }
}

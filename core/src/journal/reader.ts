import type { EventAudience } from '@nation/domain/events'
import { isRoleAudience, roleAudiences, type RoleAudience } from '@nation/domain/permissions'
import { z } from 'zod'
import type { DataSource } from 'typeorm'
import {
  type Caller,
  type Audience,
  type Visibility,
  column,
  readFirst,
  readRows,
  type Queries,
  type RowOf,
} from '../platform'

/** A numbered journal entry. */
export interface JournalEntry {
  readonly seq: number
  readonly kind: string
  readonly actor: string | null
  readonly subject: string | null
  readonly visibility: Visibility
  readonly facts: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** The audiences that neither a role decides nor a name. */
const otherAudiences: Readonly<Record<Exclude<EventAudience, RoleAudience | 'citizen'>, true>> = {
  public: true,
  citizens: true,
  listed: true,
  system: true,
}

/** Whether a text says who may see an entry. */
export const isVisibility = (text: string): text is Visibility =>
  isRoleAudience(text) || Object.hasOwn(otherAudiences, text) || text.startsWith('citizen:')

/** A numbered entry's row. */
export const journalRow = {
  // An entry without a number is not read here.
  seq: column.integer.present,
  kind: column.text,
  actor: column.text.nullable,
  subject: column.text.nullable,
  visibility: column.textThat(isVisibility),
  facts: column.json(z.record(z.string(), z.unknown())),
  at: column.instant,
}

type Row = RowOf<typeof journalRow>

const columns = 'seq, kind, actor, subject, visibility, facts, at'

/** Entries after a number, in order, at most `limit`. */
export async function entriesAfter(database: DataSource, after: number, limit: number): Promise<JournalEntry[]> {
  const rows = await readRows(
    database,
    journalRow,
    `SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq LIMIT ${Math.trunc(limit)}`,
    [after],
  )
  return rows.map(present)
}

/**
 * Entries of some kinds between two numbers, in order, at most `limit`. By the numbers: not by kinds, of which a long journal
 * may hold very many.
 */
export async function entriesOfKinds(
  tx: Queries,
  kinds: readonly string[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<JournalEntry[]> {
  const rows = await readRows(
    tx,
    journalRow,
    `SELECT ${columns} FROM journal FORCE INDEX (uq_journal_seq)
     WHERE seq > ? AND seq <= ? AND kind IN (?) ORDER BY seq LIMIT ${Math.trunc(limit)}`,
    [after, upTo, kinds],
  )
  return rows.map(present)
}

/** One entry by its number. */
export async function entryAt(database: DataSource, seq: number): Promise<JournalEntry | null> {
  const row = await readFirst(database, journalRow, `SELECT ${columns} FROM journal WHERE seq = ?`, [seq])
  return row ? present(row) : null
}

/** When the newest entry up to a number was written, of all but some kinds; null where there is none. */
export async function newestInstant(
  tx: Queries,
  { upTo, except }: { readonly upTo: number; readonly except: readonly string[] },
): Promise<Date | null> {
  const row = await readFirst(
    tx,
    { at: column.instant },
    `SELECT at FROM journal FORCE INDEX (uq_journal_seq)
     WHERE seq <= ? AND kind NOT IN (?) ORDER BY seq DESC LIMIT 1`,
    [upTo, except],
  )
  return row?.at ?? null
}

/** The newest number. */
export async function journalHead(database: DataSource): Promise<number> {
  const row = await readFirst(database, { seq: column.integer }, 'SELECT seq FROM journal_head WHERE id = 1')
  return row?.seq ?? 0
}

/**
 * Whether this caller may see an entry: decided by the server, never by a filter that the client sends. The panel's sign-in is
 * not its citizen's: it gets nothing that is for one citizen alone.
 */
export function maySee(caller: Caller, visibility: Visibility): boolean {
  if (visibility === 'public') return true
  if (visibility === 'system' || visibility === 'listed' || !caller) return false
  if (visibility === 'citizens') return true
  if (isRoleAudience(visibility)) return roleAudiences[visibility](caller)
  return !caller.panel && visibility === `citizen:${caller.uid}`
}

/** A listed entry as the citizen of this public id may see it; null when they are not listed. */
export function entryOf<Entry extends Pick<JournalEntry, 'facts'>>(uid: string, entry: Entry): Entry | null {
  const { audience, ...facts } = entry.facts as { audience?: Audience }
  const own = audience && Object.hasOwn(audience, uid) ? audience[uid] : undefined
  return own ? { ...entry, facts: { ...facts, ...own } } : null
}

function present(row: Row): JournalEntry {
  return {
    seq: row.seq,
    kind: row.kind,
    actor: row.actor,
    subject: row.subject,
    visibility: row.visibility,
    facts: row.facts,
    at: row.at,
  }
}

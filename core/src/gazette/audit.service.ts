import { eventOf } from '@nation/domain/events'
import type { AuditKind, Sentence } from '@nation/domain/gazette'
import { auditTable, type AuditLine, type LeftOut, type PublicKind } from '@nation/domain/gazette-entries'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { journalRow, type JournalEntry } from '../journal'
import { readRows, type CitizenContext, type Context, type Queries } from '../platform'
import { personOf } from './gazette.service'
import { namesOf, partsOf, textOf } from './names'
import { fingerprintOf, placeIn, writePlace } from './place'

type Line = AuditLine<PublicKind> | LeftOut
type Entry = CallOutput<'admin.audit'>['entries'][number]
type Filter = Pick<CallInput<'admin.audit'>, 'kind' | 'person'>

const lines = new Map(
  Object.entries(auditTable as Readonly<Record<string, Line>>).flatMap(([kind, line]) =>
    'leftOut' in line ? [] : [[kind, line] as const],
  ),
)

/** Kinds of journal entries in a part of the audit, or in all of it. */
const kindsOf = (kind: AuditKind | undefined): string[] =>
  [...lines].flatMap(([name, line]) => (kind === undefined || line.kind === kind ? [name] : []))

/**
 * `admin.audit`: what administrators may know, the newest first, read off the journal itself.
 * @throws NationError `citizen_not_found`, `invalid_input` for a cursor of another filter
 */
export async function auditPage(
  ctx: CitizenContext,
  input: CallInput<'admin.audit'>,
): Promise<CallOutput<'admin.audit'>> {
  return { success: true, ...(await pageOf(ctx.tx, input, input)), now: ctx.now().getTime() }
}

/** How many entries of a file are read at a time. */
const atOnce = 500

/**
 * `admin.export-audit`: all entries of a filter, page by page, the newest first. They are read while the file is sent; what is
 * written meanwhile has greater numbers, and is not in it.
 * @throws NationError `citizen_not_found`, before the first page
 */
export async function auditFile(
  ctx: Context,
  { kind, person }: Filter,
  limit = atOnce,
): Promise<AsyncIterable<readonly Entry[]>> {
  if (person !== undefined) await personOf(ctx.tx, person)
  return pagesOf(ctx.tx, kindsOf(kind), person, limit)
}

async function* pagesOf(
  db: Queries,
  kinds: readonly string[],
  person: string | undefined,
  limit: number,
): AsyncGenerator<readonly Entry[]> {
  let found: JournalEntry[] = []
  let before: number | null = null
  do {
    found = await newest(db, kinds, person, before, limit)
    yield await viewsOf(db, found)
    before = found.at(-1)?.seq ?? null
  } while (found.length === limit)
}

async function pageOf(
  db: Queries,
  { kind, person }: Filter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  if (person !== undefined) await personOf(db, person)
  const of = fingerprintOf([kind, person])
  const before = cursor === undefined ? null : placeIn(cursor, of)
  const found = await newest(db, kindsOf(kind), person, before, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: await viewsOf(db, page),
    nextCursor: last && found.length > limit ? writePlace(last.seq, of) : null,
  }
}

/** The newest of each kind are read off their index, and put together; those of a person off that person's. */
async function newest(
  db: Queries,
  kinds: readonly string[],
  person: string | undefined,
  before: number | null,
  limit: number,
): Promise<JournalEntry[]> {
  const seen = `visibility IN ('admins', 'public') AND seq ${before === null ? 'IS NOT NULL' : '< ?'}`
  const rest = before === null ? [] : [before]
  const arm = (where: string) => `(SELECT id FROM journal WHERE ${where} AND ${seen} ORDER BY seq DESC LIMIT ${limit})`
  const arms =
    person === undefined
      ? kinds.map(() => arm('kind = ?'))
      : ['actor', 'subject'].map((who) => arm(`${who} = ? AND kind IN (?)`))
  const values =
    person === undefined ? kinds.flatMap((kind) => [kind, ...rest]) : [1, 2].flatMap(() => [person, kinds, ...rest])
  return readRows(
    db,
    journalRow,
    `SELECT j.seq, j.kind, j.actor, j.subject, j.visibility, j.facts, j.at
     FROM (${arms.join(' UNION ')}) AS newest STRAIGHT_JOIN journal j ON j.id = newest.id
     ORDER BY j.seq DESC LIMIT ${limit}`,
    values,
  )
}

/** Every kind of the audit. */
export const auditedKinds: readonly string[] = kindsOf(undefined)

/** What the audit says of an entry, with ids in place of names; null where it says nothing of it. */
export function auditLineOf(entry: JournalEntry): { readonly kind: AuditKind; readonly sentence: Sentence } | null {
  const line = lines.get(entry.kind)
  const event = eventOf(entry.kind)
  if (!line || !event) return null
  const facts = event.facts.safeParse(entry.facts)
  // What an erasure took is missing; the line says what is left.
  const known = facts.success ? facts.data : entry.facts
  return { kind: line.kind, sentence: line.say(known as never, entry) }
}

async function viewsOf(db: Queries, entries: readonly JournalEntry[]): Promise<Entry[]> {
  const shown = entries.flatMap((entry) => {
    const line = auditLineOf(entry)
    return line ? [{ entry, ...line }] : []
  })
  const names = await namesOf(
    db,
    shown.map(({ sentence }) => sentence),
  )
  return shown.map(({ entry, kind, sentence }) => {
    const parts = partsOf(sentence, names)
    return { id: entry.seq, kind, at: entry.at.getTime(), text: textOf(parts), parts }
  })
}

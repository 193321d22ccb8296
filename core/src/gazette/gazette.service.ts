import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { askedOfGazette, gazetteKinds, officeCode } from '@nation/domain/gazette'
import { column, readFirst, type Context, type Queries } from '../platform'
import { entriesAt, viewsOf, type EntryView } from './entries'
import { find, type Found, type Question } from './find'
import { fingerprintOf, placeIn, writePlace } from './place'

/** What entries are asked for by. */
export type GazetteFilter = Pick<CallInput<'gazette.list'>, 'kind' | 'office' | 'person' | 'search'>

/**
 * `gazette.list`: a page of the gazette, the newest first.
 * @throws NationError `citizen_not_found` for an unknown or former citizen; `invalid_input` for another filter's cursor
 */
export async function gazettePage(ctx: Context, input: CallInput<'gazette.list'>): Promise<CallOutput<'gazette.list'>> {
  const { entries, nextCursor, person } = await pageOf(ctx.tx, input, input)
  return { success: true, entries, nextCursor, person, now: ctx.now().getTime() }
}

interface Page {
  readonly entries: EntryView[]
  readonly nextCursor: string | null
  readonly person: { readonly id: string; readonly name: string } | null
}

/** A page of the entries that a filter finds. */
async function pageOf(
  db: Queries,
  filter: GazetteFilter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page> {
  const { question, person } = await questionOf(db, filter)
  const before = cursor === undefined ? null : placeIn(cursor, fingerprint(filter))
  const named = person && { id: person.uid, name: person.username }
  if (!question) return { entries: [], nextCursor: null, person: named }
  const { numbers, next } = await find(db, question, before, limit)
  const entries = await viewsOf(db, await entriesAt(db, numbers))
  return { entries, nextCursor: next === null ? null : gazetteCursor(next, filter), person: named }
}

/** What a filter asks for; no question where its search asks for nothing but signs, which finds nothing, as it does everywhere. */
async function questionOf(db: Queries, filter: GazetteFilter) {
  const person = filter.person === undefined ? null : await personOf(db, filter.person)
  const asked = askedOfGazette(filter.search ?? '')
  const question: Question | null =
    filter.search && asked.length === 0
      ? null
      : {
          kind: filter.kind ? gazetteKinds[filter.kind].code : 0,
          office: filter.office ? officeCode(filter.office) : 0,
          person: person?.id ?? '0',
          asked,
        }
  return { question, person }
}

/**
 * A citizen to filter by.
 * @throws NationError `citizen_not_found` also for a former citizen
 */
export async function personOf(db: Queries, uid: string) {
  const row = await readFirst(
    db,
    { id: column.key, uid: column.text, username: column.text },
    'SELECT id, uid, username FROM citizens WHERE uid = ? AND left_at IS NULL',
    [uid],
  )
  if (!row) throw new NationError('citizen_not_found')
  return row
}

const fingerprint = ({ kind, office, person, search }: GazetteFilter): number =>
  fingerprintOf([kind, office, person, askedOfGazette(search ?? '')])

/** A cursor that goes on behind an entry, in the entries of a filter. */
export const gazetteCursor = (number: number, filter: GazetteFilter): string => writePlace(number, fingerprint(filter))

/**
 * `gazette.get`: one entry.
 * @throws NationError `gazette_entry_not_found`
 */
export async function gazetteEntry(
  ctx: Context,
  { number }: CallInput<'gazette.get'>,
): Promise<CallOutput<'gazette.get'>> {
  const [entry] = await viewsOf(ctx.tx, await entriesAt(ctx.tx, [number]))
  if (!entry) throw new NationError('gazette_entry_not_found')
  // Numbers have no holes: the next one is there, or this one is the newest.
  const newer = await entriesAt(ctx.tx, [number + 1])
  return {
    success: true,
    entry,
    older: number > 1 ? number - 1 : null,
    newer: newer.length > 0 ? number + 1 : null,
    now: ctx.now().getTime(),
  }
}

/** How many entries of a file are read at a time. */
const atOnce = 500

/**
 * All entries of a filter for a file, page by page, the newest first. They are read while the file is sent, so that its size is no
 * matter of memory. Numbers only grow and every page lies below the one before: what is published meanwhile is not in it.
 * A search that finds nothing in its next entries gives an empty page, so that a reader who has gone is noticed.
 * @throws NationError `citizen_not_found`, before the first page
 */
export async function gazetteFile(
  ctx: Context,
  filter: GazetteFilter,
  limit = atOnce,
): Promise<AsyncIterable<readonly EntryView[]>> {
  const { question } = await questionOf(ctx.tx, filter)
  return pagesOf(ctx.tx, question, limit)
}

async function* pagesOf(db: Queries, question: Question | null, limit: number): AsyncGenerator<readonly EntryView[]> {
  let before: number | null = null
  do {
    if (!question) return
    const { numbers, next }: Found = await find(db, question, before, limit)
    yield await viewsOf(db, await entriesAt(db, numbers))
    before = next
  } while (before !== null)
}

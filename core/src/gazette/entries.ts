import type { CallOutput } from '@nation/domain/contract'
import { column, readRows, type Queries } from '../platform'
import { journalRow, type JournalEntry } from '../journal'
import { namesOf, partsOf, textOf } from './names'
import { entryTextOf, type EntryText } from './entry-text'

/** An entry as it is read: what happened, and how it is said. */
export interface ReadEntry extends EntryText {
  readonly number: number
  readonly entry: JournalEntry
}

export type EntryView = CallOutput<'gazette.get'>['entry']

const entryRow = { number: column.integer, ...journalRow }

/** Entries by their numbers, the newest first. */
export async function entriesAt(db: Queries, numbers: readonly number[]): Promise<ReadEntry[]> {
  if (numbers.length === 0) return []
  const rows = await readRows(
    db,
    entryRow,
    `SELECT e.number, j.seq, j.kind, j.actor, j.subject, j.visibility, j.facts, j.at
     FROM gazette_entries e STRAIGHT_JOIN journal j ON j.seq = e.seq
     WHERE e.number IN (?) ORDER BY e.number DESC`,
    [numbers],
  )
  return rows.flatMap(({ number, ...entry }) => {
    const text = entryTextOf(entry)
    return text ? [{ ...text, number, entry }] : []
  })
}

/** Entries as everybody reads them. */
export async function viewsOf(db: Queries, entries: readonly ReadEntry[]): Promise<EntryView[]> {
  const names = await namesOf(
    db,
    entries.map(({ sentence }) => sentence),
  )
  return entries.map(({ number, kind, entry, sentence }) => {
    const parts = partsOf(sentence, names)
    return { number, kind, at: entry.at.getTime(), text: textOf(parts), parts }
  })
}

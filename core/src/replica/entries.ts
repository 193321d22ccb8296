import type { EntityManager } from 'typeorm'
import { eventOf } from '@nation/domain/events'
import type { ReplicaRow } from '@nation/domain/replica'
import type { Sentence } from '@nation/domain/gazette'
import { auditLineOf, auditedKinds, entriesAt } from '../gazette'
import { journalRow } from '../journal'
import { readCursor, writeCursor, column, readOne, readRows } from '../platform'
import { inRange, partsOf, readRange, writeRange } from './range'
import type { Source } from './source'

/**
 * Sentences keep the ids of what they name: names change, and stand in their own rows. Why a candidacy was removed is in no row of a
 * copy: it goes with the candidate.
 */
const unnamed = (sentence: Sentence): ReplicaRow<'gazette'>['sentence'] =>
  sentence.map((piece) =>
    typeof piece === 'object' && piece.is === 'removal' ? 'the candidate’s page says why' : piece,
  )

const startOf = (after: string | undefined): number => (after === undefined ? 0 : Number(readCursor(after, 1)[0]))

/** An entry is several rows to the database: with fewer of them a page looks at no more rows than those of other tables. */
const entriesAtOnce = 500

/** Entries of the gazette, by their numbers. */
export const gazetteSource: Source<'gazette'> = {
  async page(db, after, wanted) {
    const [range, limit] = [readRange(after), Math.min(wanted, entriesAtOnce)]
    const { sql, values } = inRange('number', range)
    const numbers = await readRows(
      db,
      { number: column.integer },
      `SELECT number FROM gazette_entries WHERE ${sql} ORDER BY number LIMIT ${limit}`,
      values,
    )
    const last = numbers.length === limit ? numbers.at(-1) : undefined
    return {
      rows: await gazetteRows(
        db,
        numbers.map(({ number }) => number),
      ),
      next: last ? writeRange({ ...range, from: String(last.number) }) : null,
    }
  },
  async parts(db) {
    const { first, last } = await readOne(
      db,
      { first: column.integer.nullable, last: column.integer.nullable },
      'SELECT MIN(number) AS first, MAX(number) AS last FROM gazette_entries',
    )
    return partsOf(first, last, entriesAtOnce)
  },
  byId: (db, ids) => gazetteRows(db, ids.map(Number)),
}

async function gazetteRows(db: EntityManager, numbers: readonly number[]): Promise<ReplicaRow<'gazette'>[]> {
  const entries = await entriesAt(db, numbers)
  return entries.map(({ number, kind, entry, sentence }) => ({
    id: String(number),
    kind,
    at: entry.at.getTime(),
    sentence: unnamed(sentence),
  }))
}

/** Kinds of the audit that stay: what the journal drops after some days would stay in a replica for ever. */
export const lastingKinds = auditedKinds.filter((kind) => eventOf(kind)?.retentionDays === undefined)

/**
 * Entries of the audit, by the numbers of the journal. Most numbers are of no administration: those of each kind are read off their
 * index, and the lowest of them together make a page.
 */
export const auditSource: Source<'audit'> = {
  async page(db, after, wanted) {
    const [from, limit] = [startOf(after), Math.min(wanted, entriesAtOnce)]
    const arm = `(SELECT seq FROM journal FORCE INDEX (ix_journal_kind) WHERE kind = ? AND seq > ? ORDER BY seq LIMIT ${limit})`
    const found = await readRows(
      db,
      { seq: column.integer },
      `SELECT seq FROM (${lastingKinds.map(() => arm).join(' UNION ALL ')}) AS lasting ORDER BY seq LIMIT ${limit}`,
      lastingKinds.flatMap((kind) => [kind, from]),
    )
    const last = found.length === limit ? found.at(-1) : undefined
    const numbers = found.map(({ seq }) => seq)
    return { rows: await auditRows(db, numbers), next: last ? writeCursor([last.seq]) : null }
  },
  byId: (db, ids) => auditRows(db, ids.map(Number)),
}

async function auditRows(db: EntityManager, numbers: readonly number[]): Promise<ReplicaRow<'audit'>[]> {
  if (numbers.length === 0) return []
  const entries = await readRows(
    db,
    journalRow,
    `SELECT seq, kind, actor, subject, visibility, facts, at FROM journal
     WHERE seq IN (?) AND kind IN (?) AND visibility IN ('admins', 'public') ORDER BY seq`,
    [numbers, lastingKinds],
  )
  return entries.flatMap(auditRow)
}

function auditRow(entry: Parameters<typeof auditLineOf>[0]): ReplicaRow<'audit'>[] {
  const line = auditLineOf(entry)
  return line
    ? [{ id: String(entry.seq), kind: line.kind, at: entry.at.getTime(), sentence: unnamed(line.sentence) }]
    : []
}

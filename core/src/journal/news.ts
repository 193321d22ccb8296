import type { DataSource } from 'typeorm'
import { readJson } from '../platform/database'
import type { Visibility } from './draft'
import { journalHead } from './reader'

/** A committed entry, as far as it decides what reads differently now. It may have no number yet. */
export interface News {
  readonly id: string
  readonly seq: number | null
  readonly kind: string
  readonly actor: string | null
  readonly visibility: Visibility
}

/** What one look at the journal found. */
export interface Look {
  readonly news: readonly News[]
  /** The number that was reached; the next look goes on after it. */
  readonly seq: number
  /** True when so much was numbered since the last look that not all of it was read. */
  readonly skipped: boolean
}

const most = { numbered: 500, unnumbered: 200 }

/**
 * The entries after a number and those that have none yet: everything that was committed, also what the sequencer has not
 * seen. One statement, so that no entry is missed while it gets its number. Of the entries without a number the newest 200
 * are read: there are more only while no sequencer runs.
 */
export async function committedAfter(database: DataSource, seq: number): Promise<Look> {
  const columns = 'id, seq, kind, actor, visibility'
  const rows: (Omit<News, 'seq'> & { seq: string | null })[] = await database.query(
    `(SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq LIMIT ${most.numbered})
     UNION ALL (SELECT ${columns} FROM journal WHERE seq IS NULL ORDER BY id DESC LIMIT ${most.unnumbered})`,
    [seq],
  )
  const news = rows.map((row) => ({ ...row, seq: row.seq === null ? null : Number(row.seq) }))
  const numbers = news.flatMap((entry) => entry.seq ?? [])
  if (numbers.length === most.numbered) return { news, seq: await journalHead(database), skipped: true }
  return { news, seq: Math.max(seq, ...numbers), skipped: false }
}

/** The public ids of those who are listed in these entries. */
export async function audienceOf(database: DataSource, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows: { uids: unknown }[] = await database.query(
    `SELECT JSON_KEYS(facts, '$.audience') AS uids FROM journal WHERE id IN (?)`,
    [ids],
  )
  return rows.flatMap(({ uids }) => (uids === null ? [] : readJson<string[]>(uids)))
}

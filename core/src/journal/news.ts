import { z } from 'zod'
import type { DataSource } from 'typeorm'
import { type Visibility, column, readRows } from '../platform'
import { isVisibility, journalHead } from './reader'

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

const newsRow = {
  id: column.key,
  seq: column.integer.nullable,
  kind: column.text,
  actor: column.text.nullable,
  visibility: column.textThat(isVisibility),
}

/**
 * The entries after a number and those that have none yet: everything that was committed, also what the sequencer has not
 * seen. One statement, so that no entry is missed while it gets its number. Of the entries without a number the newest 200
 * are read: there are more only while no sequencer runs.
 */
export async function committedAfter(database: DataSource, seq: number): Promise<Look> {
  const columns = 'id, seq, kind, actor, visibility'
  const news = await readRows(
    database,
    newsRow,
    `(SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq LIMIT ${most.numbered})
     UNION ALL (SELECT ${columns} FROM journal WHERE seq IS NULL ORDER BY id DESC LIMIT ${most.unnumbered})`,
    [seq],
  )
  const numbers = news.flatMap((entry) => entry.seq ?? [])
  if (numbers.length === most.numbered) return { news, seq: await journalHead(database), skipped: true }
  return { news, seq: Math.max(seq, ...numbers), skipped: false }
}

/** The public ids of those who are listed in these entries. */
export async function audienceOf(database: DataSource, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await readRows(
    database,
    { uids: column.json(z.array(z.string())).nullable },
    `SELECT JSON_KEYS(facts, '$.audience') AS uids FROM journal WHERE id IN (?)`,
    [ids],
  )
  return rows.flatMap(({ uids }) => uids ?? [])
}

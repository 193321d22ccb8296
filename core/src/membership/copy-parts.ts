import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { DataSource } from 'typeorm'
import { column, readFirst, readOne, write, type Queries } from '../platform'

/** A copy is stored compressed, in rows of this many bytes: no process holds more of it at a time. */
const partBytes = 262_144

/** A copy as it was stored by one attempt. Another attempt stores its own parts, under another id. */
export interface StoredCopy {
  readonly exportId: string
  readonly run: string
  /** Of the text, in UTF-8. */
  readonly bytes: number
  readonly parts: number
}

/** Compresses a text as it comes, and stores it. What an attempt stored that ended early is removed first. */
export async function storeCopy(
  database: DataSource,
  { exportId, run }: Pick<StoredCopy, 'exportId' | 'run'>,
  text: AsyncIterable<string>,
): Promise<StoredCopy> {
  await removeOtherRuns(database, exportId, run)
  let bytes = 0
  let parts = 0
  async function* counted() {
    for await (const piece of text) {
      const buffer = Buffer.from(piece)
      bytes += buffer.length
      yield buffer
    }
  }
  async function store(packed: AsyncIterable<Buffer>) {
    for await (const content of inParts(packed)) {
      parts += 1
      await database.query('INSERT INTO data_export_parts (export_id, run, number, content) VALUES (?, ?, ?, ?)', [
        exportId,
        run,
        parts,
        content,
      ])
    }
  }
  await pipeline(Readable.from(counted()), createGzip(), store)
  return { exportId, run, bytes, parts }
}

async function* inParts(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of packed) {
    waiting.push(piece)
    length += piece.length
    if (length < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

const removedAtOnce = 20

async function removeOtherRuns(database: DataSource, exportId: string, run: string): Promise<void> {
  const sql = `DELETE FROM data_export_parts WHERE export_id = ? AND run <> ? LIMIT ${removedAtOnce}`
  let removed = removedAtOnce
  while (removed === removedAtOnce) removed = (await write(database.manager, sql, [exportId, run])).affectedRows
}

/** Whether all parts of a stored copy are there. */
export async function isWhole(tx: Queries, { exportId, run, parts }: StoredCopy): Promise<boolean> {
  const { n } = await readOne(
    tx,
    { n: column.integer },
    'SELECT COUNT(*) AS n FROM data_export_parts WHERE export_id = ? AND run = ?',
    [exportId, run],
  )
  return n === parts
}

/**
 * The text of a stored copy, in pieces. The next part is read when the reader has taken the one before. It fails where a part is
 * missing, because the copy was removed meanwhile.
 */
export async function* readCopy(
  database: Queries,
  { exportId, run, parts }: Omit<StoredCopy, 'bytes'>,
): AsyncGenerator<Buffer> {
  async function* packed() {
    for (let number = 1; number <= parts; number++) {
      const row = await readFirst(
        database,
        { content: column.bytes },
        'SELECT content FROM data_export_parts WHERE export_id = ? AND run = ? AND number = ?',
        [exportId, run, number],
      )
      if (!row) throw new Error('The copy was removed while it was read.')
      yield row.content
    }
  }
  const text = createGunzip()
  const feeding = pipeline(Readable.from(packed()), text)
  // It also ends the reader below, who tells of it.
  feeding.catch(() => undefined)
  for await (const piece of text) yield piece as Buffer
}

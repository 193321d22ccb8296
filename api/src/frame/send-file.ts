import { csvOf } from '@nation/domain/formats'
import { Readable } from 'node:stream'
import type { Request } from './bind'

interface SentFile {
  readonly name: string
  readonly type: string
  readonly content: string | Buffer | AsyncIterable<string | Buffer>
  /** The length of a file in parts, where it is known. */
  readonly bytes?: number
}

/** Sends a file to save. Of a file in parts, each is read when the client has received the one before. */
export function sendFile(http: Request['http'], { name, type, content, bytes }: SentFile): void {
  http.type = type
  http.set('content-disposition', `attachment; filename="${name}"`)
  if (typeof content === 'string' || Buffer.isBuffer(content)) {
    http.body = content
    return
  }
  // A failure must reach the client as an aborted connection, so the parts are written directly to it.
  http.compress = false
  http.body = Readable.from(content)
  if (bytes !== undefined) http.length = bytes
}

/**
 * Sends a table as CSV, page by page: the next page is read when the client has received the one before.
 * @param lineOf one line of the table, as `csvLine` writes it
 */
export function sendTable<Entry>(
  http: Request['http'],
  name: string,
  head: readonly string[],
  pages: AsyncIterable<readonly Entry[]>,
  lineOf: (entry: Entry) => string,
): void {
  async function* parts(): AsyncGenerator<string> {
    yield csvOf(head, [])
    for await (const page of pages) yield page.map(lineOf).join('')
  }
  sendFile(http, { name, type: csvType, content: parts() })
}

/** The media type of a CSV file. */
export const csvType = 'text/csv; charset=utf-8'

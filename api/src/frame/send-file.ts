import { Readable } from 'node:stream'
import type { EventFacts } from '@nation/domain/events'
import { csvLine, csvOf, isoDay } from '@nation/domain/formats'
import { change, read, type Context } from '@nation/core/platform'
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

/** A column of a table: its name, and what it says of an entry. */
export type TableColumn<Entry> = readonly [name: string, of: (entry: Entry) => string | number | null]

/** Sends a table as CSV, page by page: the next page is read when the client has received the one before. */
export function sendTable<Entry>(
  http: Request['http'],
  name: string,
  columns: readonly TableColumn<Entry>[],
  pages: AsyncIterable<readonly Entry[]>,
): void {
  const lineOf = (entry: Entry) => csvLine(columns.map(([, of]) => of(entry)))
  async function* parts(): AsyncGenerator<string> {
    yield csvOf(
      columns.map(([head]) => head),
      [],
    )
    for await (const page of pages) yield page.map(lineOf).join('')
  }
  sendFile(http, { name, type: csvType, content: parts() })
}

type Exported = EventFacts<'admin.exported'>

/** Writes to the journal who takes data of the administration along. Called before the first byte of the file. */
export async function recordExport(
  { deps, caller }: Pick<Request, 'deps' | 'caller'>,
  file: Exported['file'],
  about: Exported['about'] = null,
): Promise<void> {
  await change(deps.runtime, { caller }, (ctx) => {
    ctx.journal.add({ kind: 'admin.exported', actor: caller?.uid ?? null, facts: { file, about } })
    return Promise.resolve()
  })
}

/** Sends a table for administrators, named after its file and the day, and records that it was taken along. */
export async function exportTable<Entry>(
  request: Pick<Request, 'deps' | 'caller' | 'http'>,
  file: Exported['file'],
  columns: readonly TableColumn<Entry>[],
  pagesOf: (ctx: Context) => AsyncIterable<readonly Entry[]> | Promise<AsyncIterable<readonly Entry[]>>,
): Promise<undefined> {
  const { deps, caller, http } = request
  const pages = await read(deps.runtime, caller, async (ctx) => pagesOf(ctx))
  await recordExport(request, file)
  sendTable(http, `nation-${file}-${isoDay(deps.runtime.clock.now())}.csv`, columns, pages)
  return undefined
}

/** The media type of a CSV file. */
export const csvType = 'text/csv; charset=utf-8'

import { createHash } from 'node:crypto'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { auditKinds, gazetteLimits } from '@nation/domain/gazette'
import { auditFile, auditPage, gazetteEntry, gazetteFile, gazettePage } from '@nation/core/gazette'
import { read } from '@nation/core/platform'
import {
  citizenRead,
  exportTable,
  raw,
  type Bindings,
  type Request,
  publicRead,
  sendTable,
  type TableColumn,
} from '../frame'
import { atomOf } from './atom'

const list = publicRead('gazette.list', { shared: gazettePage })

/** One entry, also for the head of its page. */
export const gazetteEntryRead = publicRead('gazette.get', { shared: gazetteEntry })

/** How long a reader of feeds and whatever lies between may keep a file, in seconds. */
const maxAgeSeconds = 60

type Filter = CallInput<'gazette.feed'>
type GazetteEntryView = CallOutput<'gazette.get'>['entry']
type AuditEntryView = CallOutput<'admin.audit'>['entries'][number]

/** `gazette.feed`: the newest entries, from the same stored answers as the page. */
async function feed({ deps, input, http }: Request<Filter>): Promise<undefined> {
  const { entries } = await list.forVisitors(deps, { ...input, limit: gazetteLimits.feed })
  const asked = new URLSearchParams(
    Object.entries(input).filter((field): field is [string, string] => Boolean(field[1])),
  )
  const query = asked.size > 0 ? `?${asked.toString()}` : ''
  const { origin } = deps.config
  http.type = 'application/atom+xml; charset=utf-8'
  send(http, atomOf({ origin, page: `/gazette${query}`, self: `/gazette.atom${query}`, entries }))
  return undefined
}

const iso = (at: number) => new Date(at).toISOString()

const gazetteColumns = (origin: string): readonly TableColumn<GazetteEntryView>[] => [
  ['number', ({ number }) => number],
  ['at', ({ at }) => iso(at)],
  ['kind', ({ kind }) => kind],
  ['entry', ({ text }) => text],
  ['address', ({ number }) => `${origin}/gazette/${number}`],
]

/** `gazette.export`: a file to keep, sent as it is read. */
async function download({ deps, input, http }: Request<CallInput<'gazette.export'>>): Promise<undefined> {
  const pages = await read(deps.runtime, null, (ctx) => gazetteFile(ctx, input))
  http.set('cache-control', `public, max-age=${maxAgeSeconds}`)
  sendTable(http, 'nation-gazette.csv', gazetteColumns(deps.config.origin), pages)
  return undefined
}

const auditColumns: readonly TableColumn<AuditEntryView>[] = [
  ['entry', ({ id }) => id],
  ['at', ({ at }) => iso(at)],
  ['kind', ({ kind }) => auditKinds[kind].title],
  ['text', ({ text }) => text],
]

/** `admin.export-audit`: the same of the audit. */
const downloadAudit = (request: Request<CallInput<'admin.export-audit'>>): Promise<undefined> =>
  exportTable(request, 'audit', auditColumns, (ctx) => auditFile(ctx, request.input))

/** Sends a public file; a client that has the same version gets 304 and no body. */
function send(http: Request['http'], body: string): void {
  http.set('cache-control', `public, max-age=${maxAgeSeconds}`)
  const tag = createHash('sha256').update(body).digest('base64url')
  http.etag = tag
  // Many readers of feeds are built on `fetch`, which adds `no-cache` to such a question: Koa would not call it fresh.
  if (http.get('if-none-match').includes(tag)) http.status = 304
  else http.body = body
}

export const gazetteBindings: Bindings = {
  'gazette.list': list,
  'gazette.get': gazetteEntryRead,
  'gazette.feed': raw<'gazette.feed'>(feed),
  'gazette.export': raw<'gazette.export'>(download),
  'admin.audit': citizenRead<'admin.audit'>(auditPage),
  'admin.export-audit': raw<'admin.export-audit'>(downloadAudit, { needsCaller: true }),
}

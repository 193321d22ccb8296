import { createHash } from 'node:crypto'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { csvLine } from '@nation/domain/formats'
import { auditKinds, gazetteLimits } from '@nation/domain/gazette'
import { auditFile, auditPage, gazetteEntry, gazetteFile, gazettePage } from '@nation/core/gazette'
import { change, read } from '@nation/core/platform'
import { citizenRead, raw, type Bindings, type Request, publicRead, sendTable } from '../frame'
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

/** `gazette.export`: a file to keep, sent as it is read. */
async function download({ deps, input, http }: Request<CallInput<'gazette.export'>>): Promise<undefined> {
  const { origin } = deps.config
  const pages = await read(deps.runtime, null, (ctx) => gazetteFile(ctx, input))
  const lineOf = ({ number, at, kind, text }: GazetteEntryView) =>
    csvLine([number, new Date(at).toISOString(), kind, text, `${origin}/gazette/${number}`])
  http.set('cache-control', `public, max-age=${maxAgeSeconds}`)
  sendTable(http, 'nation-gazette.csv', ['number', 'at', 'kind', 'entry', 'address'], pages, lineOf)
  return undefined
}

/** `admin.export-audit`: the same of the audit. The journal entry is written before the first byte. */
async function downloadAudit({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'admin.export-audit'>>): Promise<undefined> {
  const pages = await read(deps.runtime, caller, (ctx) => auditFile(ctx, input))
  await change(deps.runtime, { caller }, (ctx) => {
    ctx.journal.add({ kind: 'admin.exported', actor: caller?.uid ?? null, facts: { file: 'audit', about: null } })
    return Promise.resolve()
  })
  const day = deps.runtime.clock.now().toISOString().slice(0, 10)
  const lineOf = ({ id, at, kind, text }: AuditEntryView) =>
    csvLine([id, new Date(at).toISOString(), auditKinds[kind].title, text])
  sendTable(http, `nation-audit-${day}.csv`, ['entry', 'at', 'kind', 'text'], pages, lineOf)
  return undefined
}

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

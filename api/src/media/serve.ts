import { mediaName, type ByteRange, type MediaStore } from '@nation/core/media'
import { NationError } from '@nation/domain/errors'
import type { Middleware, ParameterizedContext } from 'koa'

/** What is served, and how: nothing that a browser would run. Documents are downloaded, never shown as a page. */
const served: Record<string, { readonly type: string; readonly download?: true }> = {
  jpg: { type: 'image/jpeg' },
  png: { type: 'image/png' },
  gif: { type: 'image/gif' },
  webp: { type: 'image/webp' },
  mp4: { type: 'video/mp4' },
  pdf: { type: 'application/pdf', download: true },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', download: true },
}

const yearSeconds = 31_536_000

/** Serves uploads and other pictures from where they are stored, at `/media/<folder>/<name>`. */
export function serveMedia(store: MediaStore): Middleware {
  return async (http, next) => {
    if (!http.path.startsWith('/media/')) return void (await next())
    if (http.method !== 'GET' && http.method !== 'HEAD') throw new NationError('not_found')
    const name = http.path.slice('/media/'.length)
    const kind = mediaName.test(name) ? served[name.slice(name.lastIndexOf('.') + 1)] : undefined
    if (!kind) throw new NationError('not_found')
    let part: ByteRange | null = null
    const file = await store.open(name, (bytes) => (part = rangeOf(http, bytes)))
    if (!file) throw new NationError('not_found')
    setHeaders(http, name, kind)
    answerWith(http, part, file.bytes)
    http.body = file.stream
    http.type = kind.type
    http.length = part ? lengthOf(part) : file.bytes
    if (http.method === 'HEAD') file.stream.destroy()
  }
}

function setHeaders(http: ParameterizedContext, name: string, kind: { readonly download?: true }): void {
  http.set('cache-control', `public, max-age=${yearSeconds}, immutable`)
  http.set('content-security-policy', "default-src 'none'; sandbox")
  http.set('x-content-type-options', 'nosniff')
  http.set('accept-ranges', 'bytes')
  if (kind.download) http.set('content-disposition', `attachment; filename="${name.slice(name.indexOf('/') + 1)}"`)
}

function answerWith(http: ParameterizedContext, part: ByteRange | null, bytes: number): void {
  http.status = part ? 206 : 200
  if (part) http.set('content-range', `bytes ${part.from}-${part.to}/${bytes}`)
}

const lengthOf = (part: ByteRange): number => part.to - part.from + 1

/** One range, as players of films ask for it; anything else is answered with the whole file. */
function rangeOf(http: ParameterizedContext, bytes: number): ByteRange | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(http.get('range'))
  if (!asked) return null
  const [, first = '', last = ''] = asked
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return from <= to && from < bytes ? { from, to } : null
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { send } from '@koa/send'
import { NationError } from '@nation/domain/errors'
import type { Middleware } from 'koa'
import { BoundedMap, bodyOf, Written, type Deps } from '../frame'
import { withHead } from './head'
import { createPageHeads } from './page-head'

const yearMs = 365 * 86_400_000

/**
 * The built web client. Files with a hash in their name are cached for good; every other path that is not a file is the
 * client's own route and answers its page, with the head that belongs to it; with a 404 where there is no such route or
 * no citizen of that id.
 */
export function serveStatic(deps: Deps): Middleware {
  const web = path.resolve(deps.config.webDir)
  const headOf = createPageHeads(deps)
  const packed = new BoundedMap<Written>(packedPages)
  /** A page that is compressed once: for each request it was most of what a page cost, and pages have no limit. */
  const writtenPage = (etag: string, html: string): Written => {
    const page = packed.get(etag) ?? new Written(html)
    packed.set(etag, page, 2 * html.length)
    return page
  }
  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return void (await next())
    if (http.path.startsWith('/assets/')) return sendOr404(http, http.path.slice(1), web, true)
    if (path.extname(http.path) !== '') return sendOr404(http, http.path.slice(1), web, false)
    if (climbs(http.path)) throw new NationError('not_found')
    const page = await readPage(web)
    const { found, head } = await headOf(http.path, http.request.ip)
    const html = withHead(page, head, (await deps.settings.current()).links ?? deps.config.links)
    const etag = createHash('sha256').update(html).digest('base64url')
    http.type = 'text/html'
    http.set('cache-control', 'no-cache')
    http.etag = etag
    http.body = await bodyOf(http, writtenPage(etag, html))
    // The page itself says that there is nothing; programs read it from the status.
    http.status = found ? 200 : 404
    if (http.fresh) http.status = 304
  }
}

/** How many pages with a head of their own are stored as they are sent, and how many bytes they may take. */
const packedPages = { entries: 200, bytes: 32 * 1024 * 1024 }

/**
 * Headers that say something of documents and of answers of the API, and nothing of a script, a stylesheet or a font. They were a
 * hundredth of the first visit's JavaScript, with each file.
 */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-request-id',
  'x-nation-time',
] as const

/** What browsers never open as a document that runs: a picture, which may hold scripts, is none of these. */
const isPartOfPage = (file: string): boolean => /\.(js|css|woff2)$/.test(file)

/** The script of every page's head. Others outside the assets keep the headers: a service worker lives by the policy that it came with. */
const FIRST_SCRIPT = 'first-paint.js'

/** The built page as it is now: a new build is swapped in while the server runs. */
async function readPage(web: string): Promise<string> {
  try {
    return await readFile(path.join(web, 'index.html'), 'utf8')
  } catch {
    throw new NationError('not_found')
  }
}

async function sendOr404(http: Parameters<Middleware>[0], file: string, root: string, forGood: boolean): Promise<void> {
  if (file === '' || climbs(file)) throw new NationError('not_found')
  try {
    await send(http, file, { root, maxage: forGood ? yearMs : 0, immutable: forGood, index: false })
  } catch (error) {
    // A path that leads out of the folder, or is no path at all, is a file that is not there.
    const status = (error as { status?: number }).status ?? 500
    throw status < 500 ? new NationError('not_found') : error
  }
  if (!forGood) http.set('cache-control', 'no-cache')
  // A file that is cached for good is never revalidated.
  else for (const name of ['etag', 'last-modified']) http.remove(name)
  if (forGood ? isPartOfPage(file) : file === FIRST_SCRIPT) for (const name of documentHeaders) http.remove(name)
}

/** Whether a path leaves its folder on the way, even to come back: no honest client sends such a path. */
function climbs(file: string): boolean {
  try {
    return decodeURIComponent(file).split(/[\\/]/).includes('..')
  } catch {
    return true
  }
}

import path from 'node:path'
import { send } from '@koa/send'
import { NationError } from '@nation/domain/errors'
import type { Middleware } from 'koa'

const yearMs = 365 * 86_400_000

/**
 * The built web client and stored media. Files with a hash in their name are cached for good; every other path that is not
 * a file is the client's own route and answers its page.
 */
export function serveStatic(webDir: string, mediaDir: string): Middleware {
  const web = path.resolve(webDir)
  const media = path.resolve(mediaDir)
  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return void (await next())
    if (http.path.startsWith('/media/')) {
      http.set('content-security-policy', "default-src 'none'; sandbox")
      return sendOr404(http, http.path.slice('/media/'.length), media, true)
    }
    if (http.path.startsWith('/assets/')) return sendOr404(http, http.path.slice(1), web, true)
    if (path.extname(http.path) !== '') return sendOr404(http, http.path.slice(1), web, false)
    await sendOr404(http, 'index.html', web, false)
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
}

/** Whether a path leaves its folder on the way, even to come back: such paths are nobody's honest address. */
function climbs(file: string): boolean {
  try {
    return decodeURIComponent(file).split(/[\\/]/).includes('..')
  } catch {
    return true
  }
}

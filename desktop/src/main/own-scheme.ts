import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy, fileOf } from './navigation'
import { askServer, isForServer, refusal } from './server-fetch'
import type { ServerFetch } from './server-fetch'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A standard, secure scheme, with storage, fetch and streams. It bypasses no policy, and takes no requests from other origins. */
export const PRIVILEGES = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  stream: true,
  codeCache: true,
} as const

/**
 * Answers the console's own scheme for the windows of one profile: files of the built renderer, and what its server says.
 * @param server where the profile's calls go; undefined in the window that chooses a profile
 */
export function ownScheme(root: string, server: string | undefined, fetch: ServerFetch) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (isForServer(pathname)) {
      if (server === undefined) return refusal(404, 'No server was chosen yet.')
      return askServer(request, server, fetch)
    }
    const file = fileOf(request.url, root)
    const type = file && MEDIA_TYPES[path.extname(file)]
    if (!file || !type || request.method !== 'GET') return new Response('Not found', { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), { headers: headersFor(type) })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  }
}

function headersFor(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  }
}

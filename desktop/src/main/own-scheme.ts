import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import { contentSecurityPolicy, fileOf, OWN_SCHEME } from './navigation'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Makes the console's scheme a secure one, with storage and fetch; to be called before the app is ready. */
export function declareOwnScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: OWN_SCHEME, privileges }])
}

/** Serves the built renderer under the console's scheme. */
export function serveOwnScheme(root: string): void {
  protocol.handle(OWN_SCHEME, async ({ url, method }) => {
    const file = fileOf(url, root)
    const type = file && MEDIA_TYPES[path.extname(file)]
    if (!file || !type || method !== 'GET') return new Response('Not found', { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), { headers: headersFor(type) })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  })
}

function headersFor(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  }
}

import path from 'node:path'
import { isForServer } from './server-fetch'

/** The scheme and host that the console's own files are served under. */
export const OWN_SCHEME = 'nation'
export const OWN_ORIGIN = `${OWN_SCHEME}://console`

/** Where a window begins. */
export const HOME = `${OWN_ORIGIN}/`

/**
 * Whether the window may go to an address, or an IPC call may come from one: only the console's own pages. What cannot
 * be read as an address, addresses with credentials in them, and what the server answers are foreign.
 */
export function isOwn(address: string): boolean {
  return originOf(address) === OWN_ORIGIN && !isForServer(new URL(address).pathname)
}

/**
 * The file under `root` that an address of the console's own scheme names, `index.html` for the address of a screen; undefined
 * when the address is foreign, or leads out of `root`.
 */
export function fileOf(address: string, root: string): string | undefined {
  if (originOf(address) !== OWN_ORIGIN) return undefined
  let name: string
  try {
    name = decodeURIComponent(new URL(address).pathname)
  } catch {
    return undefined
  }
  if (name.includes('\0') || name.includes('\\')) return undefined
  const file = path.join(root, /^\/[a-z-]*$/.test(name) ? 'index.html' : name)
  return file.startsWith(path.resolve(root) + path.sep) ? file : undefined
}

/**
 * The content security policy of the console's pages. Mantine puts its variables into style elements, hence inline
 * styles; scripts are never inline.
 */
export function contentSecurityPolicy(): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** The same policy for the page itself to carry, where browsers take no word about framing. */
export function pagePolicy(): string {
  return contentSecurityPolicy()
    .split('; ')
    .filter((rule) => !rule.startsWith('frame-ancestors'))
    .join('; ')
}

/** Scheme and host, for schemes of our own too, whose `URL.origin` is "null". */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, username, password } = new URL(address)
  if (username !== '' || password !== '' || host === '') return undefined
  return `${protocol}//${host}`
}

import { isThisMachine } from './server-address'

/** Asks a server; never with cookies, never following a redirect. @throws CertificateRefused, RedirectRefused */
export type ServerFetch = (address: string, request: ServerRequest) => Promise<Response>

export interface ServerRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: ReadableStream<Uint8Array>
  readonly signal: AbortSignal
}

/** The server's certificate is not one that this computer trusts. The user cannot go on all the same. */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused'
}

/** The server points elsewhere. The console asks the address that was chosen, and no other. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused'
}

/** The request headers that a page may send. Origin, cookies and what belongs to one connection stay here. */
const SENT = ['accept', 'accept-language', 'authorization', 'content-type', 'idempotency-key', 'if-none-match', 'range']

/** The response headers that a page gets. Cookies, redirects, policies and what belongs to one connection stay here. */
const PASSED = [
  'cache-control',
  'content-disposition',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-nation-entry',
  'x-nation-time',
  'x-request-id',
]

/** Whether an address of the console's own scheme means the profile's server. */
export function isForServer(pathname: string): boolean {
  return pathname.startsWith('/api/') || pathname.startsWith('/media/')
}

/** What does not leave the machine is not compressed: it would cost both ends more than it saves. */
const UNPACKED = { 'accept-encoding': 'identity' }

/** What a server may answer. Everything else arrives as bytes that no browser takes for a page, a script or a style. */
const DATA = /^(application\/json|text\/(event-stream|csv|plain)|image\/[a-z+.-]+)\s*(;|$)/i

/**
 * Hands a page's request to the server of its profile, and the answer back: a short one when it is all there, any other as it comes.
 * What the server sends is data for scripts and pictures, never a page, a script or a style: its kind is judged here, since Chromium
 * does not say what a request of an own scheme is for. A page that goes away, or gives up reading, ends the request.
 * @param atOnceWithinMs how long the end of a short answer is waited for
 */
export async function askServer(
  request: Request,
  server: string,
  fetch: ServerFetch,
  atOnceWithinMs = 250,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const target = new URL(`${server}${pathname}${search}`)
  // A backslash is a slash in one kind of address and not in the other.
  if (target.origin !== new URL(server).origin || !isForServer(target.pathname)) return refusal(404, 'Not found')
  const purpose = request.headers.get('sec-fetch-dest') ?? 'empty'
  if (purpose !== 'empty' && purpose !== 'image') return refusal(403, 'A server’s answer is no part of a page.')
  if (pathname.startsWith('/media/') && request.method !== 'GET') return refusal(405, 'Pictures are only read.')
  const leaving = new AbortController()
  try {
    const answer = await fetch(target.href, {
      method: request.method,
      headers: { ...only(SENT, request.headers), ...(isThisMachine(target.hostname) && UNPACKED) },
      signal: AbortSignal.any([request.signal, leaving.signal]),
      ...(request.body && { body: request.body }),
    })
    if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400 && answer.status !== 304)) {
      leaving.abort()
      throw new RedirectRefused()
    }
    const body = await handOn(answer, leaving, atOnceWithinMs)
    return new Response(hasBody(answer) ? body : null, {
      status: answer.status,
      headers: { ...only(PASSED, answer.headers), ...kindOf(answer), ...HARMLESS },
    })
  } catch (error) {
    if (error instanceof CertificateRefused) return refusal(502, UNTRUSTED)
    if (error instanceof RedirectRefused)
      return refusal(502, 'The server points to another address. The console asks only the one that was chosen.')
    // What a page gets where no server answers.
    return Response.error()
  }
}

const UNTRUSTED =
  'This computer does not trust the server’s certificate. The certificate is not valid, or this computer’s clock is wrong. Nothing was sent.'

function kindOf({ headers }: Response): Record<string, string> {
  const type = headers.get('content-type')
  return type === null || DATA.test(type) ? {} : { 'content-type': 'application/octet-stream' }
}

/** How many bytes of an answer are handed on at once. */
const mostAtOnce = 4_000_000

/**
 * Whether an answer says that it is short: it is handed on when it is all there. Each part of one that is handed on as it comes costs this process
 * and Chromium's several turns. Of a compressed one nothing is known: it may be any size.
 */
function isSmall({ headers }: Response): boolean {
  const length = headers.get('content-length')
  return (
    length !== null && Number(length) <= mostAtOnce && (headers.get('content-encoding') ?? 'identity') === 'identity'
  )
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>['read']>>

/** The body of an answer, all of it where it is short and comes soon. @throws if it breaks off before then */
async function handOn(answer: Response, leaving: AbortController, withinMs: number): Promise<BodyInit | null> {
  if (answer.body === null) return null
  const reader = answer.body.getReader()
  if (!isSmall(answer)) return endingWith(leaving, reader)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, withinMs, 'late')))
  const read: Chunk[] = []
  try {
    for (;;) {
      const reading = reader.read()
      const chunk = await Promise.race([reading, late])
      if (chunk === 'late') return endingWith(leaving, reader, [...read, reading])
      if (chunk.done) return Buffer.concat(read.map(({ value }) => value!))
      read.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A body whose request ends when it is not read any more: Electron reports in no other way that a page went away.
 * @param begun what was read of it before
 */
function endingWith(
  leaving: AbortController,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  begun: (Chunk | Promise<Chunk>)[] = [],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await (begun.shift() ?? reader.read())
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      leaving.abort()
    },
  })
}

/** An answer that is opened as a page has no scripts and no origin. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

const hasBody = ({ status }: Response) => status !== 204 && status !== 205 && status !== 304

function only(names: readonly string[], headers: Headers): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** An answer of the console's own, in the nation's form, with a code that the nation has not. It names a request, as the nation's own failures do: a server was reached. */
export function refusal(status: number, error: string): Response {
  const body = { success: false, code: 'console', error, requestId: 'console' }
  return Response.json(body, { status, headers: HARMLESS })
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/** Answers an address of the console's own scheme. */
export type SchemeHandler = (request: Request) => Promise<Response>

/** What the console calls its own, and where Chromium finds it: a name of this machine's is a secure origin, too. */
const OWN = 'nation://console'
const SEEN = 'http://console.localhost'

export const seenAs = (address: string) => (address.startsWith(`${OWN}/`) ? SEEN + address.slice(OWN.length) : address)
export const meantBy = (address: string) =>
  address.startsWith(`${SEEN}/`) ? OWN + address.slice(SEEN.length) : address

/**
 * Stands for a scheme of Electron's own: a server on this machine hands each request to the console's handler, and its answer
 * back as it comes. Chromium's protocol cannot stream an answer that it intercepts.
 */
export class SchemeServer {
  #handler: SchemeHandler | undefined
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))

  handle(handler: SchemeHandler): void {
    this.#handler = handler
  }

  /** Starts it; returns the argument that tells Chromium where the scheme's host is. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    return `--host-resolver-rules=MAP console.localhost:80 127.0.0.1:${port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    try {
      const answer = this.#handler ? await this.#handler(requestOf(incoming)) : Response.error()
      if (answer.type === 'error') return void outgoing.destroy()
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
      outgoing.flushHeaders()
      const reader = answer.body?.getReader()
      gone.signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined))
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        if (!outgoing.write(part.value)) await once(outgoing, 'drain', { signal: gone.signal })
      outgoing.end()
    } catch {
      outgoing.destroy()
    }
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/' } = incoming
  const headers = new Headers()
  // As Electron hands a request of an own scheme over: without its destination, and without a signal when its page is closed.
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string' && !name.startsWith('sec-fetch-')) headers.set(name, value)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`${OWN}${url}`, {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
}

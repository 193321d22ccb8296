import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Request } from './bind'
import { takeConnection } from './taken-connection'

/** The largest backlog of a stream, in bytes. A stream that is further behind is closed; its client resumes by number. */
const mostWaitingBytes = 1024 * 1024

/** The streams that were written to in this turn of the event loop: each sends its frames in one write, at the end of the turn. */
let corked: (ServerResponse | Socket)[] = []

function writeOut(): void {
  const written = corked
  corked = []
  for (const out of written) out.uncork()
}

/**
 * Writes an event stream into its response. An event goes to the socket without a Node stream between and
 * without HTTP chunks, because both would cost more than the event itself. So the body ends with its connection, which is taken from the HTTP server
 * when the headers are out.
 */
export class EventWriter {
  #http: Request['http'] | null
  #out: ServerResponse | Socket
  readonly #over: () => void
  /** The data that was written before the headers were sent; null from then on. */
  #early: Buffer[] | null = []
  #left = false
  #isOver = false
  readonly #cancel = (): void => this.cancel()

  /** `over` is called once, when the client has disconnected or no stream is sent. */
  constructor(http: Request['http'], over: () => void) {
    this.#http = http
    this.#over = over
    this.#out = this.#follow(http.res)
  }

  /** Sends the headers and all data that was written so far, unless the client has disconnected. */
  begin(): void {
    const http = this.#http
    if (!http) return
    const { req, res } = http
    this.#http = null
    http.respond = false
    http.status = 200
    http.type = 'text/event-stream'
    http.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
    res.removeHeader('transfer-encoding')
    res.flushHeaders()
    const socket = takeConnection(req, res)
    if (socket) {
      res.off('close', this.#cancel).off('error', this.#cancel)
      this.#out = this.#follow(socket)
    }
    const early = this.#early ?? []
    this.#early = null
    if (!this.#out.destroyed) this.#write(Buffer.concat(early))
    if (this.#left) this.#finish()
  }

  /** Writes data, unless the stream is over. */
  write(frames: Buffer): void {
    if (this.left) return
    if (this.#early) this.#early.push(frames)
    else this.#write(frames)
  }

  /** The same, but closes a stream whose client does not read. */
  deliver(frames: Buffer): void {
    if (this.#out.writableLength <= mostWaitingBytes) return this.write(frames)
    this.destroy()
  }

  /** Whether the stream is over. */
  get left(): boolean {
    return this.#left || this.#out.destroyed || this.#out.writableEnded
  }

  /** Ends the stream after the data that was written; if the headers are not sent yet, after they are. */
  end(): void {
    this.#left = true
    if (!this.#early) this.#finish()
  }

  /** Ends the stream at once, with what its reader has not taken. */
  destroy(): void {
    this.#out.destroy()
    this.cancel()
  }

  /** No stream is sent: the client has disconnected, or gets another answer. */
  cancel(): void {
    this.#left = true
    if (!this.#isOver) this.#over()
    this.#isOver = true
  }

  /** Resolves when the written data has been sent, or the client has disconnected. */
  async taken(): Promise<void> {
    const out = this.#out
    if (!out.writableNeedDrain || out.destroyed) return
    const over = new AbortController()
    const { signal } = over
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })])
    over.abort()
  }

  #follow<Out extends ServerResponse | Socket>(out: Out): Out {
    out.once('close', this.#cancel)
    // A write after the end of a response causes an error event. The stream is over then, and the process continues.
    out.on('error', this.#cancel)
    return out
  }

  #write(frames: Buffer): void {
    if (this.#out.writableCorked === 0) {
      if (corked.length === 0) process.nextTick(writeOut)
      this.#out.cork()
      corked.push(this.#out)
    }
    this.#out.write(frames)
  }

  #finish(): void {
    if ('destroySoon' in this.#out) this.#out.destroySoon()
    else this.#out.end()
  }
}

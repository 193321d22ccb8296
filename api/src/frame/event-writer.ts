import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Request } from './bind'
import { takeConnection } from './taken-connection'

/** A reader that is this far behind what happens now is let go; it comes back and resumes by number. */
const mostWaitingBytes = 1024 * 1024

/** Where frames were written in this turn of the event loop: they go out together at its end, in one write for each stream. */
let corked: (ServerResponse | Socket)[] = []

function writeOut(): void {
  const written = corked
  corked = []
  for (const out of written) out.uncork()
}

/**
 * Writes an event stream into its response. A frame goes to the socket as it is: a stream between the two, and the lengths of
 * HTTP's chunks, cost more than the frame itself. So the body ends with its connection, which is taken from the HTTP server
 * when the headers are out.
 */
export class EventWriter {
  #http: Request['http'] | null
  #out: ServerResponse | Socket
  readonly #over: () => void
  /** What is written before the headers go out; null from then on. */
  #early: Buffer[] | null = []
  #left = false
  #isOver = false
  readonly #cancel = (): void => this.cancel()

  /** `over` is called once, when the reader has gone or nothing is streamed. */
  constructor(http: Request['http'], over: () => void) {
    this.#http = http
    this.#over = over
    this.#out = this.#follow(http.res)
  }

  /** Sends the headers, and all that was written so far; not to a reader who has gone. */
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

  /** Writes on, unless the stream is over: an ended one is still told of until its reader has taken the rest. */
  write(frames: Buffer): void {
    if (this.left) return
    if (this.#early) this.#early.push(frames)
    else this.#write(frames)
  }

  /** The same, but lets go of a reader that does not take what it is sent. */
  deliver(frames: Buffer): void {
    if (this.#out.writableLength <= mostWaitingBytes) return this.write(frames)
    this.destroy()
  }

  /** Whether nothing more is written. */
  get left(): boolean {
    return this.#left || this.#out.destroyed || this.#out.writableEnded
  }

  /** Ends the stream behind what was written; before its headers went out, as soon as they have. */
  end(): void {
    this.#left = true
    if (!this.#early) this.#finish()
  }

  /** Ends the stream at once, with what its reader has not taken. */
  destroy(): void {
    this.#out.destroy()
    this.cancel()
  }

  /** Nothing is streamed: the reader has gone, or is answered something else. */
  cancel(): void {
    this.#left = true
    if (!this.#isOver) this.#over()
    this.#isOver = true
  }

  /** Resolves when what was written has been passed on, or when nobody reads any more. */
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
    // What is written behind the end of a response is told as an error; the stream is over then, and the process goes on.
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

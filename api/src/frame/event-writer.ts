import { once } from 'node:events'
import type { Request } from './bind'

/** A reader that is this far behind what happens now is let go; it comes back and resumes by number. */
const mostWaitingBytes = 1024 * 1024

/**
 * Writes an event stream into its response. A frame goes to the socket as it is, in one write: a stream between the two, and the
 * lengths of HTTP's chunks, cost more than the frame itself. So the body ends with its connection.
 */
export class EventWriter {
  readonly #http: Request['http']
  readonly #over: () => void
  /** What is written before the headers go out; null from then on. */
  #early: Buffer[] | null = []
  #left = false
  #isOver = false

  /** `over` is called once, when the reader has gone or nothing is streamed. */
  constructor(http: Request['http'], over: () => void) {
    this.#http = http
    this.#over = over
    http.res.once('close', () => this.cancel())
    // What is written behind the end of a response is told as an error; the stream is over then, and the process goes on.
    http.res.on('error', () => this.cancel())
  }

  /** Sends the headers, and all that was written so far; not to a reader who has gone. */
  begin(): void {
    const { res } = this.#http
    this.#http.respond = false
    this.#http.status = 200
    this.#http.type = 'text/event-stream'
    this.#http.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
    res.removeHeader('transfer-encoding')
    res.flushHeaders()
    if (this.#early && !res.destroyed) res.write(Buffer.concat(this.#early))
    this.#early = null
    if (this.#left) res.end()
  }

  /** Writes on, unless the stream is over: an ended one is still told of until its reader has taken the rest. */
  write(frames: Buffer): void {
    if (this.left) return
    if (this.#early) this.#early.push(frames)
    else this.#http.res.write(frames)
  }

  /** The same, but lets go of a reader that does not take what it is sent. */
  deliver(frames: Buffer): void {
    if (this.#http.res.writableLength <= mostWaitingBytes) return this.write(frames)
    this.#http.res.destroy()
    this.cancel()
  }

  /** Whether nothing more is written. */
  get left(): boolean {
    return this.#left || this.#http.res.destroyed || this.#http.res.writableEnded
  }

  /** Ends the stream behind what was written; before its headers went out, as soon as they have. */
  end(): void {
    this.#left = true
    if (!this.#early) this.#http.res.end()
  }

  /** Nothing is streamed: the reader has gone, or is answered something else. */
  cancel(): void {
    this.#left = true
    if (!this.#isOver) this.#over()
    this.#isOver = true
  }

  /** Resolves when what was written has been passed on, or when nobody reads any more. */
  async taken(): Promise<void> {
    const { res } = this.#http
    if (!res.writableNeedDrain || res.destroyed) return
    const over = new AbortController()
    const { signal } = over
    await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })])
    over.abort()
  }
}

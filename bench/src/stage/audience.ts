import net from 'node:net'
import { broughtBy, staleAfter } from '@nation/domain/events/manifest'
import { createParser } from 'eventsource-parser'

interface Heard {
  readonly kind: string
  readonly facts: { readonly changed?: number; readonly counts?: readonly unknown[] | null }
}

/** What all streams together heard. */
export class Audience {
  readonly streams: net.Socket[] = []
  attached = 0
  ended = 0
  /** How many streams heard each kind, and when the first and the last one did. */
  readonly heard = new Map<string, { streams: number; first: number; last: number }>()
  /** The newest event of each kind, as it came. */
  readonly frames = new Map<string, string>()
  /** Readings that the clients make again because of what they heard. */
  reads = 0

  open(port: number, token: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1')
      const parser = createParser({
        onEvent: ({ event, id, data }) => {
          if (event === undefined) return this.#hear(JSON.parse(data) as Heard, id, data)
          this.attached++
          resolve()
        },
      })
      let head = true
      socket.setEncoding('utf8')
      socket.on('data', (text: string) => {
        if (head && !text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 200)))
        head = false
        // Lines of HTTP's own (headers, lengths of chunks) are none of an event's, and the parser passes over them.
        parser.feed(text.replaceAll('\r\n', '\n'))
      })
      socket.once('error', reject)
      socket.once('close', () => this.ended++)
      const host = `127.0.0.1:${port}`
      socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      this.streams.push(socket)
    })
  }

  #hear({ kind, facts }: Heard, id: string | undefined, data: string): void {
    const now = performance.now()
    const before = this.heard.get(kind)
    if (!before) this.frames.set(kind, `id: ${id}\ndata: ${data}\n\n`)
    this.heard.set(kind, { streams: (before?.streams ?? 0) + 1, first: before?.first ?? now, last: now })
    // Figures that an event brings are written into what is shown, where all of them fit into it.
    const brought = kind in broughtBy && facts.counts && facts.counts.length >= (facts.changed ?? 0)
    const stale: Readonly<Record<string, readonly string[]>> = staleAfter
    this.reads += brought ? 0 : (stale[kind]?.length ?? 1)
  }
}

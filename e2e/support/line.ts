import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'

/** A line to a nation that can be cut: while it is, no server is reached, and what was under way breaks off. */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(private readonly to: URL) {
    this.#server = createServer((incoming, outgoing) => {
      const { hostname, port, host } = this.to
      const asked = request(
        { hostname, port, path: incoming.url, method: incoming.method, headers: { ...incoming.headers, host } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      asked.on('error', () => outgoing.destroy())
      outgoing.on('close', () => asked.destroy())
      incoming.pipe(asked)
    })
    this.#server.on('connection', (socket) => {
      if (this.#isCut) return void socket.destroy()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  static async to(origin: string): Promise<Line> {
    const line = new Line(new URL(origin))
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve))
    return line
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

import { createServer, request, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'
import type { Certificate } from './certificates'

/** An answer that went over a line. */
export interface Passed {
  readonly path: string
  /** How it was compressed; undefined where it was not. */
  readonly encoding: string | undefined
}

/**
 * A line to a nation that can be cut: while it is, no server is reached, and what was under way breaks off. With a certificate it is of
 * https, and its address does not look like this machine's.
 */
export class Line {
  /** What was answered so far. */
  readonly passed: Passed[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(
    private readonly to: URL,
    private readonly certificate?: Certificate,
  ) {
    const pass: RequestListener = (incoming, outgoing) => {
      const { hostname, port, host } = this.to
      const asked = request(
        { hostname, port, path: incoming.url, method: incoming.method, headers: { ...incoming.headers, host } },
        (answer) => {
          const [path = ''] = (incoming.url ?? '').split('?')
          this.passed.push({ path, encoding: answer.headers['content-encoding'] })
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      asked.on('error', () => outgoing.destroy())
      outgoing.on('close', () => asked.destroy())
      incoming.pipe(asked)
    }
    this.#server = certificate ? createSecureServer(certificate, pass) : createServer(pass)
    this.#server.on('connection', (socket) => {
      if (this.#isCut) return void socket.destroy()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  static async to(origin: string, certificate?: Certificate): Promise<Line> {
    const line = new Line(new URL(origin), certificate)
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve))
    return line
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo
    // The address of IPv4 as IPv6 has it: it needs no name, and the console takes it for another machine's.
    return this.certificate ? `https://[::ffff:7f00:1]:${port}` : `http://127.0.0.1:${port}`
  }

  /** Shows another certificate from now on. */
  present(certificate: Certificate): void {
    if (!('setSecureContext' in this.#server)) throw new Error('This line has no certificate.')
    ;(this.#server as SecureServer).setSecureContext(certificate)
    for (const socket of this.#sockets) socket.destroy()
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

import net from 'node:net'
import { errorCode } from './failure'

/** Below the ports that systems give to outgoing connections, which could take a chosen one before its owner listens. */
const range = { first: 20_000, count: 12_000 }
const given = new Set<number>()

/** A port that nobody listens on right now, and that no other caller in this process was given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + Math.floor(Math.random() * range.count)
    if (given.has(port)) continue
    given.add(port)
    if (await isPortFree(port)) return port
  }
}

/** Whether the port can be listened on by every address, as the api does. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

const PATIENCE_MS = 5000

/** Why nobody answers at this address ('ECONNREFUSED', 'ENOTFOUND', 'no answer'), or undefined when somebody does. */
export function whyUnreachable(address: string, defaultPort: number): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort })
    const finish = (reason?: string) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(PATIENCE_MS, () => finish('no answer'))
    socket.once('connect', () => finish())
    socket.once('error', (error) => finish(errorCode(error) ?? error.message))
  })
}

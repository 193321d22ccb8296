import net from 'node:net'
import { errorCode } from './failure'

/** A loopback port that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
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

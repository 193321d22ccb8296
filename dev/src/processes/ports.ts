import net from 'node:net'
import { errorCode } from './failure'

/**
 * Below the ports that systems give to outgoing connections, which could take a chosen one before its owner listens. Each
 * process takes whole blocks: two launchers that start at once never choose the same port, however long their servers take
 * to listen.
 */
const range = { first: 20_000, blocks: 750, size: 16 }

/** What this process may still give away: from `next` to before `end`. */
let block = { next: 0, end: 0 }
let turn: Promise<unknown> = Promise.resolve()

/** A port on which no process listens now, and that no other caller of any process was given. */
export function freePort(): Promise<number> {
  const port = turn.then(nextFreePort)
  turn = port.catch(() => undefined)
  return port
}

async function nextFreePort(): Promise<number> {
  for (;;) {
    if (block.next >= block.end) block = await claimBlock()
    const port = block.next++
    if (await isPortFree(port)) return port
  }
}

/** A block is its process's that listens on the first of its ports, for as long as the process lives. */
async function claimBlock(): Promise<typeof block> {
  for (;;) {
    const first = range.first + Math.floor(Math.random() * range.blocks) * range.size
    if (await claim(first)) return { next: first + 1, end: first + range.size }
  }
}

/** Listens on every address, as `isPortFree` asks, and keeps no process alive. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', () => resolve(false))
    server.listen(port, () => {
      server.unref()
      resolve(true)
    })
  })
}

/** Whether the port can be listened on by every address, as the api does. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

const TIMEOUT_MS = 5000

/** Why no server answers at this address ('ECONNREFUSED', 'ENOTFOUND', 'no answer'), or undefined when one does. */
export function whyUnreachable(address: string, defaultPort: number): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort })
    const finish = (reason?: string) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(TIMEOUT_MS, () => finish('no answer'))
    socket.once('connect', () => finish())
    socket.once('error', (error) => finish(errorCode(error) ?? error.message))
  })
}

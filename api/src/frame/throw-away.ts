import type { IncomingMessage } from 'node:http'

/** How much of a refused request is still read, so that its sender receives the answer. */
const rest = { bytes: 64 * 1024 * 1024, ms: 20_000, atOnce: 32 } as const
let throwing = 0

/**
 * Reads and discards the rest of a request that is already answered. Many clients read an answer only after they have sent
 * everything; if the connection closes earlier, they report a network error. After a limit the connection is closed anyway.
 */
export function throwAwayRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  // When too many run at once, the connection is closed: this sender may then miss the answer.
  if (throwing >= rest.atOnce) return void setTimeout(() => request.destroy(), 1_000).unref()
  throwing += 1
  let bytes = 0
  const timer = setTimeout(() => request.destroy(), rest.ms).unref()
  request.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > rest.bytes) request.destroy()
  })
  request.once('close', () => {
    throwing -= 1
    clearTimeout(timer)
  })
  // An error here affects no one: the request is already answered.
  request.on('error', () => undefined)
  request.resume()
}

import type { IncomingMessage } from 'node:http'

/** How much of what nobody wants is still read, so that its sender gets to hear the answer. */
const rest = { bytes: 64 * 1024 * 1024, ms: 20_000, atOnce: 32 } as const
let throwing = 0

/**
 * Reads what is still to come of a request that is answered already, and throws it away. Many clients hear an answer only
 * when they have sent everything: a connection that is closed at once breaks in their hands. What goes on for too long is
 * cut off all the same.
 */
export function throwAwayRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  // Too many at once: then it is rather the sender who goes without.
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
  // One that breaks off now is nobody's loss.
  request.on('error', () => undefined)
  request.resume()
}

import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** How long an answer may take: all of it together, or each of its parts, and what all parts may be waited for together. */
export type TimeLimit =
  | { readonly ms: number; readonly of: 'all' }
  | { readonly ms: number; readonly of: 'each part'; readonly altogetherMs: number }

/** A status that says no. */
export class StatusRefusal extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`)
  }
}

/**
 * Posts JSON and hands out the answer as it arrives, no faster than it is taken. By node:http and not by `fetch`: what that
 * keeps of each answer until the engine's next great collection grows to tens of megabytes where a hundred answers come in a
 * second. A redirect is a refusal.
 * @throws StatusRefusal for any status but 200, and whatever the network says
 */
export async function* post(url: string, body: string, limit: TimeLimit): AsyncGenerator<Uint8Array> {
  const clock = clockOf(limit)
  const request = (url.startsWith('https:') ? https : http).request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip',
    },
  })
  // The caller that awaits the answer gets the error; afterwards nothing handles it.
  request.on('error', () => undefined)
  let over = false
  try {
    clock.begin(() => request.destroy())
    request.end(body)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    if (response.statusCode !== 200) throw new StatusRefusal(response.statusCode ?? 0)
    const parts = plain(response)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const next = await parts.next()
      if (next.done === true) break
      clock.end()
      yield next.value
      clock.begin(() => request.destroy())
    }
    over = true
  } catch (error) {
    throw clock.late() ?? error
  } finally {
    clock.stop()
    if (!over) request.destroy()
  }
}

/** The answer's text, unpacked where it came packed. */
function plain(response: http.IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response
  const unpacked = createGunzip()
  response.on('error', (error) => unpacked.destroy(error))
  return response.pipe(unpacked)
}

/** The clock of a time limit: it runs all the time, or only while the next part is awaited. */
function clockOf(limit: TimeLimit) {
  let timer: NodeJS.Timeout | undefined
  let late: Error | undefined
  let begunAt = 0
  /** Milliseconds that parts have been waited for. What this process does with a part is not the endpoint's time. */
  let waited = 0
  return {
    begin: (giveUp: () => void) => {
      if (timer) return
      begunAt = performance.now()
      const left = limit.of === 'all' ? limit.ms : limit.altogetherMs - waited
      timer = setTimeout(
        () => {
          late = new Error(left > limit.ms || limit.of === 'all' ? silent(limit.ms) : slow(limit.altogetherMs))
          giveUp()
        },
        Math.max(0, Math.min(left, limit.ms)),
      )
    },
    end: () => {
      if (limit.of === 'all') return
      clearTimeout(timer)
      timer = undefined
      waited += performance.now() - begunAt
    },
    stop: () => clearTimeout(timer),
    late: () => late,
  }
}

const silent = (ms: number) => `silent for ${ms / 1000} s`
const slow = (ms: number) => `not at its end after ${(ms / 1000).toFixed(1)} s`

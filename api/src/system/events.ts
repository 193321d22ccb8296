import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { identify } from '@nation/core/auth'
import type { Caller } from '@nation/core/platform'
import type { Request } from '../frame/bind'
import type { Deps } from '../frame/deps'
import type { Listener } from '../frame/event-hub'
import { networkOf } from '../frame/network'

/** A quiet line keeps proxies from closing the stream; a caller's role and session are looked up again as often. */
const heartbeatMs = 5_000
/** A reader that is this far behind what happens now is let go; it comes back and resumes by number. */
const mostWaitingBytes = 1024 * 1024
/** Streams of one citizen, or of one network that is not signed in. A browser needs one: its tabs share it. */
const mostStreams = 50

const openStreams = new WeakMap<Deps, Map<string, number>>()

/**
 * `GET /api/events`: live events by server-sent events. What a caller may see is decided here, entry by entry; a session
 * that has ended ends the stream, and a role that was lost counts from the next heartbeat. The headers go out when the
 * stream is attached: whatever is numbered after they were sent is heard.
 */
export async function streamEvents({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'system.events'>>): Promise<undefined> {
  const who = caller?.uid ?? networkOf(http.ip)
  const release = takePlace(deps, who)
  const stream = new PassThrough()
  const token = http.get('authorization').replace(/^Bearer /i, '')
  let current = caller

  const listener: Listener = {
    caller: () => current,
    network: who,
    deliver: (frames) => {
      if (stream.writableLength > mostWaitingBytes) stream.destroy()
      else stream.write(frames)
    },
    taken: () => drained(stream),
    left: () => stream.destroyed || stream.writableEnded,
    end: () => stream.end(),
  }
  const heartbeat = setInterval(() => {
    stream.write(': beat\n\n')
    if (caller) void lookAgain(deps, token).then((fresh) => (fresh ? (current = fresh) : stream.end()))
  }, heartbeatMs)
  heartbeat.unref()
  stream.once('close', () => {
    clearInterval(heartbeat)
    deps.events.leave(listener)
    release()
  })
  http.res.once('close', () => stream.destroy())

  stream.write('retry: 2000\n: the journal of the nation\n\n')
  try {
    await deps.events.listen(listener, input.after ?? lastSeen(http.get('last-event-id')))
  } catch (error) {
    stream.destroy()
    throw error
  }
  if (stream.destroyed) return undefined
  http.status = 200
  http.type = 'text/event-stream'
  http.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  http.compress = false
  http.body = stream
  return undefined
}

/** The number that a browser's own event source heard last. */
function lastSeen(header: string): number | undefined {
  return /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** Who they are now; null when the session has ended. While the database is away nothing new can be read anyway. */
async function lookAgain(deps: Deps, token: string): Promise<Caller> {
  return identify(deps.runtime.database, deps.keys, token, deps.runtime.clock.now()).catch(() => null)
}

/** @throws NationError `rate_limited` when there are too many streams already */
function takePlace(deps: Deps, who: string): () => void {
  const open = openStreams.get(deps) ?? new Map<string, number>()
  openStreams.set(deps, open)
  const now = open.get(who) ?? 0
  if (now >= mostStreams) throw new NationError('rate_limited', { retryAfter: 30 })
  open.set(who, now + 1)
  return () => {
    const left = (open.get(who) ?? 1) - 1
    if (left > 0) open.set(who, left)
    else open.delete(who)
  }
}

/** Resolves when what was written has been passed on, or when nobody reads any more. */
async function drained(stream: PassThrough): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  over.abort()
}

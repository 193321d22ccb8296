import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { readBearer } from '@nation/core/auth'
import type { CallInput } from '@nation/domain/contract'
import type { Request } from '../frame/bind'
import { networkOf, wideNetworkOf } from '../frame/network'
import type { OpenStream } from '../frame/open-streams'

/** A reader that is this far behind what happens now is let go; it comes back and resumes by number. */
const mostWaitingBytes = 1024 * 1024
const beat = Buffer.from(': beat\n\n')

/**
 * `GET /api/events`: live events by server-sent events. What a caller may see is decided here, entry by entry; a session
 * that has ended ends the stream, and a role that was lost counts at once (`open-streams.ts`). The headers go out when the
 * stream is attached: whatever is numbered after they were sent is heard.
 */
export async function streamEvents({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'system.events'>>): Promise<undefined> {
  const who = caller?.uid ?? networkOf(http.ip)
  const around = caller ? null : wideNetworkOf(http.ip)
  const token = http.get('authorization').replace(/^Bearer /i, '')
  const expiresAt = caller && readBearer(deps.keys, token, deps.runtime.clock.now()).expiresAt
  const release = deps.streams.takePlace(who, around)
  const stream = new PassThrough()
  // An ended stream is still told of until its reader has taken the rest.
  const send = (frames: Buffer) => {
    if (!stream.destroyed && !stream.writableEnded) stream.write(frames)
  }
  const open: OpenStream = {
    who,
    caller,
    expiresAt,
    beat: () => send(beat),
    listener: {
      caller: () => open.caller,
      network: around ?? who,
      deliver: (frames) => {
        if (stream.writableLength > mostWaitingBytes) stream.destroy()
        else send(frames)
      },
      taken: () => drained(stream),
      left: () => stream.destroyed || stream.writableEnded,
      end: () => stream.end(),
    },
  }
  stream.once('close', () => {
    deps.streams.remove(open)
    deps.events.leave(open.listener)
    release()
  })
  http.res.once('close', () => stream.destroy())

  stream.write('retry: 2000\n: the journal of the nation\n\n')
  try {
    await deps.streams.open(open, input.after ?? lastSeen(http.get('last-event-id')))
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

/** Resolves when what was written has been passed on, or when nobody reads any more. */
async function drained(stream: PassThrough): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  over.abort()
}

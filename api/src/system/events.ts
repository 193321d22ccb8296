import { PassThrough } from 'node:stream'
import type { CallInput } from '@nation/domain/contract'
import { identify } from '@nation/core/auth'
import type { Request } from '../frame/bind'

const heartbeatMs = 15_000
/** A reader that is this far behind is let go; it comes back and resumes by number. */
const mostWaitingBytes = 1024 * 1024

/**
 * `GET /api/events`: live events by server-sent events. What a caller may see is decided here, entry by entry; their role
 * and session are looked up again at each heartbeat, and a session that has ended ends the stream.
 */
export async function streamEvents({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'system.events'>>): Promise<undefined> {
  const lastSeen = Number(http.get('last-event-id'))
  const after = input.after ?? (Number.isSafeInteger(lastSeen) && lastSeen > 0 ? lastSeen : undefined)
  const stream = new PassThrough()
  let current = caller
  http.status = 200
  http.type = 'text/event-stream'
  http.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  http.compress = false
  http.body = stream
  stream.write('retry: 2000\n: the journal of the nation\n\n')

  const deliver = (_: unknown, frame: Buffer) => {
    if (stream.writableLength > mostWaitingBytes) stream.destroy()
    else stream.write(frame)
  }
  const token = http.get('authorization').replace(/^Bearer /i, '')
  const heartbeat = setInterval(() => {
    stream.write(': beat\n\n')
    if (!caller) return
    identify(deps.runtime.database, deps.keys, token, deps.runtime.clock.now()).then(
      (fresh) => {
        current = fresh
      },
      () => stream.end(),
    )
  }, heartbeatMs)
  heartbeat.unref()
  const stop = await deps.events.listen({ caller: () => current, deliver }, after)
  const leave = () => {
    clearInterval(heartbeat)
    stop()
    stream.destroy()
  }
  stream.on('close', leave)
  http.req.on('close', leave)
  http.res.on('close', leave)
  if (http.req.destroyed) leave()
  return undefined
}

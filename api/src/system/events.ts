import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { readBearer } from '@nation/core/auth'
import type { CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { type Request, EventWriter, networkOf, wideNetworkOf, type OpenStream } from '../frame'

const head = Buffer.from('retry: 2000\n: the journal of the nation\n\n')
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
  if (http.method === 'HEAD') return headersAlone(http)
  await readToEnd(http.req)
  await ownTurn(http.res)
  const who = caller?.uid ?? networkOf(http.ip)
  const around = caller ? null : wideNetworkOf(http.ip)
  const token = http.get('authorization').replace(/^Bearer /i, '')
  const expiresAt = caller && readBearer(deps.keys, token, deps.runtime.clock.now()).expiresAt
  const release = deps.streams.takePlace(who, around)
  const writer = new EventWriter(http, () => {
    deps.streams.remove(open)
    deps.events.leave(open.listener)
    release()
  })
  const open: OpenStream = {
    who,
    caller,
    expiresAt,
    beat: () => writer.write(beat),
    destroy: () => writer.destroy(),
    listener: {
      caller: () => open.caller,
      network: around ?? who,
      deliver: (frames) => writer.deliver(frames),
      taken: () => writer.taken(),
      left: () => writer.left,
      end: () => writer.end(),
    },
  }
  writer.write(head)
  try {
    await deps.streams.open(open, input.after ?? lastSeen(http.get('last-event-id')))
  } catch (error) {
    writer.cancel()
    throw error
  }
  writer.begin()
  return undefined
}

/** Reads a request that has arrived: a stream takes the connection only then. What is still on its way is not waited for. */
async function readToEnd(request: Request['http']['req']): Promise<void> {
  request.resume()
  if (request.complete) await finished(request, { writable: false, cleanup: true }).catch(() => undefined)
}

/** How long a stream waits for the answers before it on its connection. */
const turnMs = 2_000

/**
 * Waits until the connection is this response's. The one before may have been received by the browser and not yet be over
 * here; a stream before it never leaves its connection.
 * @throws NationError `rate_limited` when the connection is still another response's after `turnMs`
 */
async function ownTurn(res: Request['http']['res']): Promise<void> {
  if (res.socket !== null) return
  try {
    await once(res, 'socket', { signal: AbortSignal.timeout(turnMs) })
  } catch {
    throw new NationError('rate_limited', { retryAfter: 30 })
  }
}

/** What a stream would begin with, without a stream. */
function headersAlone(http: Request['http']): undefined {
  http.set('cache-control', 'no-store')
  http.type = 'text/event-stream'
  http.body = ''
  http.status = 200
}

/** The number that a browser's own event source heard last. */
function lastSeen(header: string): number | undefined {
  return /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

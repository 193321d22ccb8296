import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, Readable } from 'node:stream'
import zlib from 'node:zlib'

/**
 * Asks an https server as a session of Electron's does, and trusts one more authority: Node's own `fetch` learns of one only from the
 * environment that it is started in. Compressed answers are asked for, and are decompressed; their headers are unchanged.
 * @param authority its certificate, as PEM
 */
export async function trustingFetch(authority: string, address: string, request: RequestInit): Promise<Response> {
  const asked = https.request(address, {
    ca: authority,
    method: request.method ?? 'GET',
    headers: { 'accept-encoding': 'gzip, deflate, br', ...(request.headers as Record<string, string>) },
    ...(request.signal && { signal: request.signal }),
  })
  if (request.body) for await (const part of request.body as ReadableStream<Uint8Array>) asked.write(part)
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode: status = 502, headers } = answer
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isEmpty) answer.resume()
  const body = isEmpty ? null : (Readable.toWeb(unpacked(answer)) as ReadableStream<Uint8Array>)
  const known = Object.entries(headers).flatMap(([name, told]) => (told === undefined ? [] : [[name, String(told)]]))
  return new Response(body, { status, headers: known as [string, string][] })
}

/** What came is handed on at once: a stream of events never ends. */
function unpacked(answer: IncomingMessage): Readable {
  const by = {
    gzip: () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
    deflate: () => zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH }),
    br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  }
  const made = by[answer.headers['content-encoding'] as keyof typeof by]?.()
  // Each of the two ends with the other: what breaks off fails, and what is not read any more is not sent.
  return made ? pipeline(answer, made, () => undefined) : answer
}

import type { IncomingMessage } from 'node:http'

/** One request, as the handlers see it. */
export interface Ask {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** The body, read whole; throws a `Refusal` (413) when it is too large. */
  text(): Promise<string>
}

/** What is answered. An object body is sent as JSON. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | object
}

/** An answer that ends the handling of a request from wherever it is thrown. */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`Refused with ${answer.status}`)
    this.name = 'Refusal'
  }
}

const LONGEST_BODY = 64 * 1024

/** Wraps a request of node's server. */
export function askFrom(request: IncomingMessage): Ask {
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://x.invalid'),
    headers: request.headers,
    text: async () => {
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > LONGEST_BODY) throw new Refusal({ status: 413, body: { error: 'The body is too large' } })
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

/** The media type of the body, without its parameters. */
export function mediaType(ask: Ask): string {
  return (ask.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
}

/** The user and password of a Basic header, or undefined when there is no usable one. */
export function basicCredentials(ask: Ask): { user: string; password: string } | undefined {
  const match = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(ask.headers.authorization ?? '')
  if (!match) return undefined
  const decoded = Buffer.from(match[1]!, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0) return undefined
  return { user: formDecoded(decoded.slice(0, colon)), password: formDecoded(decoded.slice(colon + 1)) }
}

/** RFC 6749 has both parts form-encoded before they are joined; plain ones pass through unharmed. */
function formDecoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** The bearer token of a request, or undefined. */
export function bearerToken(ask: Ask): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(ask.headers.authorization ?? '')?.[1]
}

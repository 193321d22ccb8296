import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** How many connections a crowd has. */
const connections = 64

/** How often it is looked whether all is answered, in milliseconds: the time that a load took is known as exactly. */
const sampleInt = 20

/** What came of a load: every request was answered, and with success. */
export interface Load {
  readonly calls: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p99: number
}

type Headers = Readonly<Record<string, string>>

/** Visitors from many addresses, as a proxy would name them: none asks too often. */
export const asVisitor = (number: number): Headers => ({
  'x-forwarded-for': `10.0.${(number >> 8) % 256}.${number % 256}`,
})

/** One citizen after the other, each with their own token. */
export const asCitizen =
  (tokens: readonly string[]) =>
  (number: number): Headers => ({ authorization: `Bearer ${tokens[number % tokens.length]}` })

/** As `who`, each request with a body and a key of its own, as the product's client sends what changes something. */
export const asChange =
  (who: (number: number) => Headers) =>
  (number: number): Headers => ({
    ...who(number),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  })

/** What differs between two requests of a load besides their headers, by the number of the request. */
interface Differing {
  readonly pathOf?: (number: number) => string
  readonly bodyOf?: (number: number) => string
}

/**
 * Asks an address from many connections at once, each request with the headers of its number, and with its path and body where
 * there are some.
 * @throws Error when a single one was refused or not answered
 */
export function load(
  options: autocannon.Options,
  headersOf: (number: number) => Headers,
  { pathOf, bodyOf }: Differing = {},
): Promise<Load> {
  let next = 0
  const setupRequest = (request: autocannon.Request) => {
    const number = next++
    const path = pathOf && { path: pathOf(number) }
    const body = bodyOf && { body: bodyOf(number) }
    return { ...request, headers: headersOf(number), ...path, ...body }
  }
  return new Promise((resolve, reject) => {
    autocannon({ connections, sampleInt, ...options, requests: [{ setupRequest }] }, (error: Error | null, result) => {
      if (error) reject(error)
      else if (result.non2xx + result.errors > 0) {
        const statuses = JSON.stringify(result.statusCodeStats)
        reject(new Error(`${options.url} refused ${result.non2xx} (${statuses}), broke ${result.errors}`))
      } else
        resolve({
          calls: result.requests.total,
          perSecond: result.requests.total / result.duration,
          p99: result.latency.p99,
        })
    })
  })
}

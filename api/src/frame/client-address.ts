import { isIP, SocketAddress } from 'node:net'

/** No address with its port and zone is longer. */
const longestAddress = 80

/** Where a request comes from, as far as that is known. */
export interface Origin {
  /** The address that limits count by. */
  readonly address: string
  /** What the header was good for: `none` when it is missing or not trusted, `short` when proxies are missing in it. */
  readonly header: 'none' | 'taken' | 'short' | 'unusable'
}

/**
 * The client's address, behind that many proxies that are trusted: each adds the address that it sees at the end of
 * `X-Forwarded-For`, so the client's is as far from the end. What stands before it came from the client, and is not read.
 * Where the header has no usable address there, it is the address of the connection itself.
 */
export function originOf(peer: string, forwardedFor: string | undefined, trustedHops: number): Origin {
  const address = plainAddress(peer) ?? peer
  if (trustedHops === 0 || forwardedFor === undefined) return { address, header: 'none' }
  const { part, complete } = partFromEnd(forwardedFor, trustedHops)
  const forwarded = plainAddress(part)
  if (forwarded === null) return { address, header: 'unusable' }
  return { address: forwarded, header: complete ? 'taken' : 'short' }
}

/** The part so many places from the end of a list; the first one of a list that is shorter. */
function partFromEnd(list: string, place: number): { part: string; complete: boolean } {
  let end = list.length
  for (let left = place; ; left--) {
    const comma = end > 0 ? list.lastIndexOf(',', end - 1) : -1
    if (left === 1 || comma < 0) return { part: list.slice(comma + 1, end).trim(), complete: left === 1 }
    end = comma
  }
}

/**
 * An address in one spelling, without port, brackets and zone: `203.0.113.7`, `2001:db8::1`. IPv4 that is mapped into IPv6
 * is IPv4. Null for anything else.
 */
export function plainAddress(text: string): string | null {
  if (text.length > longestAddress) return null
  // What a connection most often has: IPv4, plain or mapped into IPv6.
  const common = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : text
  if (isIP(common) === 4) return common
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/.exec(text) ?? []
  const [bare = ''] = (bracketed ?? withPort ?? text).split('%')
  const family = isIP(bare)
  if (family === 4) return bracketed === undefined && !text.includes('%') ? bare : null
  if (family !== 6) return null
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

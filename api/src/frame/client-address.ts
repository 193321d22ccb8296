import { isIP, SocketAddress } from 'node:net'

/** No address with its port and zone is longer. */
const longestAddress = 80

/** The address of a caller, as far as it is known. */
export interface Origin {
  /** The address that limits use. */
  readonly address: string
  /**
   * The state of the header: `none` when it is missing or not trusted, `short` when it has fewer addresses than trusted proxies.
   */
  readonly header: 'none' | 'taken' | 'short' | 'unusable'
}

/**
 * The client's address behind `trustedHops` proxies (n). Each proxy appends the address that it sees to `X-Forwarded-For`, so the
 * client's address is the n-th from the end. Earlier ones came from the client and are not read. When the header has fewer
 * addresses, the result is the first one; when that is not an address, it is the address of the connection.
 */
export function originOf(peer: string, forwardedFor: string | undefined, trustedHops: number): Origin {
  const address = plainAddress(peer) ?? peer
  if (trustedHops === 0 || forwardedFor === undefined) return { address, header: 'none' }
  const { part, complete } = partFromEnd(forwardedFor, trustedHops)
  const forwarded = plainAddress(part)
  if (forwarded === null) return { address, header: 'unusable' }
  return { address: forwarded, header: complete ? 'taken' : 'short' }
}

/** The n-th part from the end of a list, or the first part of a shorter list. */
function partFromEnd(list: string, place: number): { part: string; complete: boolean } {
  let end = list.length
  for (let left = place; ; left--) {
    const comma = end > 0 ? list.lastIndexOf(',', end - 1) : -1
    if (left === 1 || comma < 0) return { part: list.slice(comma + 1, end).trim(), complete: left === 1 }
    end = comma
  }
}

/**
 * An address in its normal form, without port, brackets and zone: `203.0.113.7`, `2001:db8::1`. IPv4 that is mapped into IPv6
 * becomes IPv4. Null for anything else.
 */
export function plainAddress(text: string): string | null {
  if (text.length > longestAddress) return null
  // The usual case: IPv4, plain or mapped into IPv6.
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

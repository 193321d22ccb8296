/**
 * The network of an address, for limits: the address itself for IPv4, the first half for IPv6, because the owner of one IPv6
 * address usually has 2^64.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : plainOf(address)
}

/**
 * The larger network around an IPv6 address (a /48: what one customer may be given, with 65,536 networks of 64 bits in it); null
 * for an IPv4 address. It is counted beside the smaller one, with `wideFactor` times as much.
 */
export function wideNetworkOf(address: string): string | null {
  const groups = groupsOf(address)
  return groups && `${groups.slice(0, 3).join(':')}::/48`
}

/** The factor between the limits of a /48 and of a /64: households and phones of one provider may share a /48. */
export const wideFactor = 16

const plainOf = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** The eight groups of an IPv6 address; null for an IPv4 address. */
function groupsOf(address: string): string[] | null {
  if (!plainOf(address).includes(':')) return null
  const [plain = ''] = address.split('%')
  const [head = [], tail] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? [])]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

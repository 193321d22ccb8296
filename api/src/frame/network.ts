/**
 * The network that an address stands for where something is counted: an IPv4 address is one; of IPv6 the first half is, because
 * whoever has one address there has 2^64 of them.
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

/** How many networks of 64 bits a /48 may use up together: households and phones of one provider may share one. */
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

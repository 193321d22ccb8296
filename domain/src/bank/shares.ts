/** A claim to a part of a sum. Claims are served by weight; `key` decides between equals. */
export interface Claim {
  readonly key: string
  /** A whole number, not negative. */
  readonly weight: bigint
}

/** By code units: the same on every machine, whatever its language. */
const byKey = (a: Claim, b: Claim): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/**
 * Splits whole cents by weight, so that the parts add up to the sum exactly: everybody gets what is whole of theirs, and
 * the cents that are left go to the largest remainders, one each; between equal remainders to the lesser key. The order in
 * which claims are listed makes no difference. Nothing can be split among claims that weigh nothing: then all get nothing.
 * @returns cents by key
 */
export function largestRemainder(cents: number, claims: readonly Claim[]): Map<string, number> {
  const whole = claims.reduce((sum, { weight }) => sum + weight, 0n)
  if (whole === 0n) return new Map(claims.map(({ key }) => [key, 0]))
  const parts = [...claims].sort(byKey).map(({ key, weight }) => {
    const exact = BigInt(cents) * weight
    return { key, cents: Number(exact / whole), rest: exact % whole }
  })
  const left = cents - parts.reduce((sum, part) => sum + part.cents, 0)
  // A stable sort keeps the order of keys among equal remainders.
  const served = [...parts].sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
  for (const part of served.slice(0, left)) part.cents += 1
  return new Map(parts.map((part) => [part.key, part.cents]))
}

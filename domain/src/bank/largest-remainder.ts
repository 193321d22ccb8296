import { apportion } from '../shares'

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
  const sorted = [...claims].sort(byKey)
  const parts = apportion(
    BigInt(cents),
    sorted.map(({ weight }) => weight),
  )
  return new Map(sorted.map(({ key }, place) => [key, Number(parts[place] ?? 0n)]))
}

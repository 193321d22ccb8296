/**
 * Splits a whole number by weight, so that the parts add up to it exactly (largest remainder): everybody gets what is whole
 * of theirs, and the units that are left go to the largest remainders, one each; of equal remainders the earlier is served
 * first. Nothing can be split among weights of nothing: then all parts are 0.
 * @param weights whole numbers, not negative
 * @returns the parts, in the order of the weights
 */
export function apportion(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (whole * weight) / total)
  const left = whole - parts.reduce((sum, part) => sum + part, 0n)
  // A stable sort keeps the order of the weights among equal remainders.
  const byRemainder = weights
    .map((weight, place) => ({ place, rest: (whole * weight) % total }))
    .sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
  for (const { place } of byRemainder.slice(0, Number(left))) parts[place] = (parts[place] ?? 0n) + 1n
  return parts
}

/**
 * Shares in percent that add up to 100 in the decimals that are shown, so that they never add up to 99.9. All are 0
 * where there is nothing to share.
 * @param amounts whole numbers, not negative
 */
export function shownShares(amounts: readonly number[], decimals: number): number[] {
  const scale = 10 ** decimals
  const whole = 100 * scale
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const parts = Number.isSafeInteger(whole * total)
    ? apportionNumbers(whole, amounts, total)
    : apportion(BigInt(whole), amounts.map(BigInt)).map(Number)
  return parts.map((part) => part / scale)
}

/** As `apportion`, where numbers are exact. Every page of polls does this for each of them: without big numbers and without a sort. */
function apportionNumbers(whole: number, weights: readonly number[], total: number): number[] {
  if (total === 0) return weights.map(() => 0)
  const rests = weights.map((weight) => (whole * weight) % total)
  const parts = weights.map((weight, place) => (whole * weight - (rests[place] ?? 0)) / total)
  for (let left = whole - parts.reduce((sum, part) => sum + part, 0); left > 0; left--) {
    const place = rests.indexOf(Math.max(...rests))
    parts[place] = (parts[place] ?? 0) + 1
    rests[place] = -1
  }
  return parts
}

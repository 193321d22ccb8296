/** Marks whole numbers of any size while they pass through JSON.stringify; nothing else begins so. */
const mark = '\u0000whole:'

/** A JSON text in which bigints are numbers, as Solana's nodes write them. */
export function stringify(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${mark}${inner}` : inner))
  return text.replace(/"\\u0000whole:(-?\d+)"/g, '$1')
}

import { replicaLimits } from '@nation/domain/replica'
import { readCursor, writeCursor } from '../platform'

/** The keys of a table's part, as whole numbers in texts: those after `from`, up to `to`; to the end of the table where that is null. */
export interface KeyRange {
  readonly from: string
  readonly to: string | null
}

/** What a cursor says of where a page begins, and where its part ends. @throws NationError `invalid_input` for a strange one */
export function readRange(after: string | undefined): KeyRange {
  if (after === undefined) return { from: '0', to: null }
  const [from = '0', to = null] = readCursor(after, 1, 2)
  return { from, to }
}

/** The cursor behind a key of a range. */
export const writeRange = ({ from, to }: KeyRange): string => writeCursor(to === null ? [from] : [from, to])

/** SQL of the keys of a range, and its values. */
export const inRange = (key: string, { from, to }: KeyRange): { readonly sql: string; readonly values: string[] } =>
  to === null ? { sql: `${key} > ?`, values: [from] } : { sql: `${key} > ? AND ${key} <= ?`, values: [from, to] }

/**
 * Where parts of a table begin, as cursors, each of as many full pages of keys; what is added later is of the last one. Undefined for a table
 * that is too small to be read in parts.
 * @param most rows of a page
 */
export function partsOf(
  first: string | number | null,
  last: string | number | null,
  most: number,
): string[] | undefined {
  if (first === null || last === null) return undefined
  const from = BigInt(first) - 1n
  const keys = BigInt(last) - from
  const ofAllParts = BigInt(replicaLimits.parts * most)
  if (keys < ofAllParts) return undefined
  // Whole pages: four parts of a few rows more would be four requests more.
  const width = upwards(keys, ofAllParts) * BigInt(most)
  const count = upwards(keys, width)
  return Array.from({ length: Number(count) }, (_, at) => {
    const start = from + width * BigInt(at)
    return writeRange({ from: String(start), to: BigInt(at) === count - 1n ? null : String(start + width) })
  })
}

/** How many of a width hold so many, the last one perhaps not full. */
const upwards = (many: bigint, width: bigint): bigint => (many + width - 1n) / width

import { createHash } from 'node:crypto'
import { readCursor, strangeCursor, writeCursor } from '../platform'

/** A number that tells filters apart, so that a cursor of another one is refused. */
export const fingerprintOf = (filter: readonly unknown[]): number =>
  createHash('sha256')
    .update(JSON.stringify(filter.map((part) => part ?? null)))
    .digest()
    .readUInt32BE()

/** The cursor of a place in a filtered list. */
export const writePlace = (number: number, fingerprint: number): string => writeCursor([number, fingerprint])

/**
 * The place that a cursor names.
 * @throws NationError `invalid_input` when it is not one of ours, or of another filter
 */
export function placeIn(cursor: string, fingerprint: number): number {
  const [number, of] = readCursor(cursor, 2)
  const place = Number(number)
  if (Number(of) !== fingerprint || !Number.isSafeInteger(place)) throw strangeCursor()
  return place
}

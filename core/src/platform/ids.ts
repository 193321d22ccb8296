import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes of one id. */
const each = 16

/** They are drawn for many ids at once: drawn for one, they cost eight times as much as the rest of an id. */
const drawn = new Uint8Array(256 * each)
let used = drawn.length

function randomBytes(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return drawn.subarray(used, (used += each))
}

/** A new public id: a UUIDv7 of the given instant, so that ids sort by when they were made. */
export function newPublicId(at: Date): string {
  return v7({ msecs: at.getTime(), random: randomBytes() })
}

import { v7 } from 'uuid'

/** A new public id: a UUIDv7 of the given instant, so that ids sort by when they were made. */
export function newPublicId(at: Date): string {
  return v7({ msecs: at.getTime() })
}

import { NationError } from '@nation/domain/errors'
import { mediaLimits } from '@nation/domain/media'

/** How many uploads arrive at once, and how slowly they may. */
export interface ArrivalLimits {
  /** Of everybody together: each takes room on the disk until it is answered. */
  readonly atOnce: number
  /** Of one sender, from the first byte to the answer. */
  readonly ofOne: number
  /** How long an upload may take to get going, in milliseconds. */
  readonly graceMs: number
  /** After that, the least bytes in a second, over all its time. */
  readonly bytesPerSecond: number
  /** The longest that an upload may take to arrive, in milliseconds. */
  readonly totalMs: number
}

export const arrivalLimits: ArrivalLimits = {
  atOnce: 16,
  ofOne: mediaLimits.atOnce,
  graceMs: 10_000,
  bytesPerSecond: 16 * 1024,
  totalMs: 110_000,
}

/** An upload that is arriving. */
export interface Arrival {
  /** Notes bytes that have come. */
  readonly came: (bytes: number) => void
  /** Is told when the upload has to make room or was too slow. */
  readonly onTurnedOut: (tell: (error: NationError) => void) => void
  /** It has arrived, or failed: others may arrive in its place. Its sender still counts it until `answered`. */
  readonly arrived: () => void
  readonly answered: () => void
}

interface Place {
  readonly beganAt: number
  bytes: number
  tell: (error: NationError) => void
}

/**
 * The places of uploads that arrive. Nobody holds them against the others: a sender has a few, a slow upload is turned out,
 * and when all are taken, the slowest that has had its time to get going makes room.
 */
export class Arrivals {
  readonly #places = new Set<Place>()
  readonly #underWay = new Map<string, number>()

  constructor(
    private readonly limits: ArrivalLimits = arrivalLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws NationError `rate_limited` when this sender has too many under way, `busy` when nobody makes room */
  admit(sender: string): Arrival {
    if ((this.#underWay.get(sender) ?? 0) >= this.limits.ofOne) throw new NationError('rate_limited', { retryAfter: 5 })
    if (this.#places.size >= this.limits.atOnce) this.#makeRoom()
    const place: Place = { beganAt: this.now(), bytes: 0, tell: () => undefined }
    this.#places.add(place)
    this.#count(sender, 1)
    let counted = true
    return {
      came: (bytes) => void (place.bytes += bytes),
      onTurnedOut: (tell) => void (place.tell = tell),
      arrived: () => void this.#places.delete(place),
      answered: () => {
        this.#places.delete(place)
        if (counted) this.#count(sender, -1)
        counted = false
      },
    }
  }

  /** Turns out whoever is too slow. Call it every second or so. */
  look(): void {
    for (const place of this.#places) {
      const age = this.now() - place.beganAt
      const tooSlow = age > this.limits.graceMs && this.#pace(place) < this.limits.bytesPerSecond
      if (tooSlow || age > this.limits.totalMs) this.#turnOut(place, new NationError('upload_too_slow'))
    }
  }

  get size(): number {
    return this.#places.size
  }

  #makeRoom(): void {
    const slowest = [...this.#places]
      .filter((place) => this.now() - place.beganAt > this.limits.graceMs)
      .sort((a, b) => this.#pace(a) - this.#pace(b))[0]
    if (!slowest) throw new NationError('busy', { retryAfter: 5 })
    this.#turnOut(slowest, new NationError('busy', { retryAfter: 5 }))
  }

  #turnOut(place: Place, error: NationError): void {
    this.#places.delete(place)
    place.tell(error)
  }

  /** Bytes in a second, over all its time. */
  #pace(place: Place): number {
    return place.bytes / Math.max(0.001, (this.now() - place.beganAt) / 1_000)
  }

  #count(sender: string, change: 1 | -1): void {
    const left = (this.#underWay.get(sender) ?? 0) + change
    if (left > 0) this.#underWay.set(sender, left)
    else this.#underWay.delete(sender)
  }
}

import { NationError } from '@nation/domain/errors'
import { mediaLimits } from '@nation/domain/media'

/** The limits of uploads that are being received. */
export interface ArrivalLimits {
  /** The number for all senders together. */
  readonly atOnce: number
  /** The bytes of all files that are on the disk at once, from the first byte to the answer: a received picture may wait to be decoded. */
  readonly bytesAtOnce: number
  /** The number for one sender, from the first byte to the answer. */
  readonly ofOne: number
  /** The time in which an upload may be slow at its start, in milliseconds. */
  readonly graceMs: number
  /** After that, the least average rate in bytes per second since the start. */
  readonly bytesPerSecond: number
  /** The longest that an upload may take to arrive, in milliseconds. */
  readonly totalMs: number
}

export const arrivalLimits: ArrivalLimits = {
  atOnce: 16,
  bytesAtOnce: 200 * 1024 * 1024,
  ofOne: mediaLimits.atOnce,
  graceMs: 10_000,
  bytesPerSecond: 16 * 1024,
  totalMs: 110_000,
}

/** An upload that is arriving. */
export interface Arrival {
  /** Records received bytes. */
  readonly came: (bytes: number) => void
  /** Called when the upload must be ended: for another one, or because it is too slow. */
  readonly onTurnedOut: (tell: (error: NationError) => void) => void
  /** Call it when the upload is received or has failed: another may start. It still counts for its sender until `answered`. */
  readonly arrived: () => void
  readonly answered: () => void
}

interface Place {
  readonly beganAt: number
  bytes: number
  tell: (error: NationError) => void
}

/**
 * The places for uploads that are being received. A sender has only a few, and an upload that is too slow is ended. When all
 * places are taken, the slowest upload that is past its start time is ended for a new one.
 */
export class Arrivals {
  readonly #places = new Set<Place>()
  readonly #underWay = new Map<string, number>()
  #bytesTaken = 0

  constructor(
    private readonly limits: ArrivalLimits = arrivalLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param bytes - as many as the file has at most
   * @throws NationError `rate_limited` when this sender has too many under way, `busy` when there is no room
   */
  admit(sender: string, bytes: number): Arrival {
    if ((this.#underWay.get(sender) ?? 0) >= this.limits.ofOne) throw new NationError('rate_limited', { retryAfter: 5 })
    if (this.#bytesTaken + bytes > this.limits.bytesAtOnce) {
      // The room of one that is too slow is for those who come next: its bytes are on the disk until it is answered.
      this.#makeRoom()
      throw new NationError('busy', { retryAfter: 5 })
    }
    if (this.#places.size >= this.limits.atOnce) this.#makeRoom()
    const place: Place = { beganAt: this.now(), bytes: 0, tell: () => undefined }
    this.#places.add(place)
    this.#count(sender, 1)
    this.#bytesTaken += bytes
    let counted = true
    return {
      came: (bytes) => void (place.bytes += bytes),
      onTurnedOut: (tell) => void (place.tell = tell),
      arrived: () => void this.#places.delete(place),
      answered: () => {
        this.#places.delete(place)
        if (!counted) return
        counted = false
        this.#count(sender, -1)
        this.#bytesTaken -= bytes
      },
    }
  }

  /** Ends uploads that are too slow. Call it about once a second. */
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

  /** The average bytes per second since the start. */
  #pace(place: Place): number {
    return place.bytes / Math.max(0.001, (this.now() - place.beganAt) / 1_000)
  }

  #count(sender: string, change: 1 | -1): void {
    const left = (this.#underWay.get(sender) ?? 0) + change
    if (left > 0) this.#underWay.set(sender, left)
    else this.#underWay.delete(sender)
  }
}

/** Endpoints behind one address may be some slots apart; further than this (about a minute) one of them is not well. */
export const slotTolerance = 150n

/** An endpoint whose slot has not risen for so long stands still. */
const standsStillMs = 120_000

/** How long a known slot stands against answers of long ago: as long as a stored balance does (`laterSlotStandsMs`). */
const knownStandsMs = 600_000

/** Less than a slot takes: a slot that would have come faster is not plausible. */
const fastestSlotMs = 100

interface Seen {
  readonly slot: bigint
  readonly at: number
}

/** The slot of an endpoint: since when it has not risen, and when it was last told. */
interface Standing {
  readonly slot: bigint
  readonly since: number
  readonly last: number
}

/**
 * Remembers the slots of answers, to tell which endpoint is of long ago or stands still (decision 150). Times are
 * milliseconds of any clock that does not go back.
 */
export class SlotWatch {
  /** The highest slot that two answers which fit each other have told of. */
  #known: Seen | undefined
  /** An answer that no other has fitted yet. A single far-future slot becomes nothing more than this. */
  #single: Seen | undefined
  readonly #standing = new Map<string, Standing>()

  /** Takes the slot of an endpoint's answer. @returns what is wrong with it; null when it may be believed */
  judge(endpoint: string, slot: bigint, at: number): string | null {
    return this.#ofLongAgo(slot, at) ?? this.#still(endpoint, slot, at)
  }

  #ofLongAgo(slot: bigint, at: number): string | null {
    const known = this.#known
    if (known && slot + slotTolerance < known.slot) {
      if (at - known.at < knownStandsMs) return `an answer of long ago: ${known.slot - slot} slots behind`
      // No answer has come so far for a long time. What was known may have been wrong.
      this.#known = undefined
    }
    const before = this.#known ?? this.#single
    if (before && fits(before, slot, at)) this.#known = slot > before.slot ? { slot, at } : before
    else if (!this.#known) this.#single = { slot, at }
    return null
  }

  #still(endpoint: string, slot: bigint, at: number): string | null {
    const before = this.#standing.get(endpoint)
    const rises = !before || slot > before.slot || slot + slotTolerance < before.slot
    const now = rises ? { slot, since: at, last: at } : { ...before, last: at }
    this.#standing.set(endpoint, now)
    if (!isStill(now) || this.#chainHalts(endpoint, now)) return null
    return `it has stood still for ${Math.floor((at - now.since) / 1000)} s`
  }

  /** Two endpoints that stand still at the same slot: the chain itself has halted, and what they tell is what is. */
  #chainHalts(endpoint: string, { slot, last }: Standing): boolean {
    return [...this.#standing].some(
      ([other, standing]) =>
        other !== endpoint &&
        isStill(standing) &&
        last - standing.last < standsStillMs &&
        distance(standing.slot, slot) <= slotTolerance,
    )
  }
}

const isStill = ({ since, last }: Standing) => last - since >= standsStillMs

/** Whether a slot may be told at that time by an endpoint that is well, after the one before it. */
function fits(before: Seen, slot: bigint, at: number): boolean {
  const most = before.slot + slotTolerance + BigInt(Math.ceil((at - before.at) / fastestSlotMs))
  return slot + slotTolerance >= before.slot && slot <= most
}

const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

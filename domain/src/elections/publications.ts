import { positionIds, type PositionId } from './positions'

/** How often public counts change while voting is open, in milliseconds (ruling: what counts show). */
export const publicationMs = 5_000

/**
 * How long after an instant its votes are published. A vote takes its time before it is committed: within this pause all
 * votes that were cast before the instant have been.
 */
export const publicationPauseMs = 1_000

/** So many changed counts an event carries at most: of more, those with the most votes of each office, as many of each. */
export const publishedCountsLimit = 100

/**
 * The instant up to which votes are in the public counts at `now`: a multiple of five seconds, the same for every process
 * and every reader, however late the publication comes.
 */
export function publicationInstant(now: Date): Date {
  return new Date(Math.floor((now.getTime() - publicationPauseMs) / publicationMs) * publicationMs)
}

/** How often it is counted anew who may vote in an election that runs, in milliseconds. */
export const eligibleCountMs = 600_000

/** A candidate's public counts. */
export interface PublishedCount {
  readonly id: string
  readonly votes: number
  readonly supportersCount: number
}

/** What `elections.tally-changed` says: the counts that changed, all of the same instant. */
export interface TallyChanged {
  readonly electionId: string
  /** Votes that were cast before this instant are in the counts; in milliseconds. */
  readonly asOf: number
  /** How many candidates' counts changed. */
  readonly changed: number
  /** The changed counts; where they are too many for an event, those with the most votes of each office, as many of each. */
  readonly counts: readonly PublishedCount[]
  /** Offices of which some changed counts are left out. */
  readonly partly: ReadonlySet<PositionId>
  /** How many citizens have a vote that counts, and how many may vote before the election ends. */
  readonly voters: number
  readonly eligible: number
}

/** The facts of an event as `TallyChanged`; null when they are not (a journal entry of an earlier version). */
export function tallyChangedOf(facts: Readonly<Record<string, unknown>>): TallyChanged | null {
  const { electionId, asOf, changed, counts, partly, voters, eligible } = facts
  if (typeof electionId !== 'string' || typeof asOf !== 'number' || typeof changed !== 'number') return null
  if (!Array.isArray(counts) || typeof voters !== 'number' || typeof eligible !== 'number') return null
  // An entry of an earlier version does not say of which offices it has all.
  const isWhole = changed === counts.length
  return {
    electionId,
    asOf,
    changed,
    counts: counts as readonly PublishedCount[],
    partly: new Set(Array.isArray(partly) ? (partly as PositionId[]) : isWhole ? [] : positionIds),
    voters,
    eligible,
  }
}

/**
 * The changed counts that an event carries: with the most votes first, as many of each office as fit. So an office where few changed
 * is in it whole, whatever the others do.
 */
export function countsForEvent<Count extends { readonly position: PositionId; readonly weightUnits: number }>(
  changed: readonly Count[],
  most = publishedCountsLimit,
): { readonly counts: readonly Count[]; readonly partly: PositionId[] } {
  const ofOffice = new Map<PositionId, number>()
  const placed = changed
    .toSorted((a, b) => b.weightUnits - a.weightUnits)
    .map((count) => {
      const place = ofOffice.get(count.position) ?? 0
      ofOffice.set(count.position, place + 1)
      return { count, place }
    })
    .toSorted((a, b) => a.place - b.place)
  const counts = placed.slice(0, most).map(({ count }) => count)
  const leftOut = placed.slice(most).map(({ count }) => count.position)
  return { counts: counts.toSorted((a, b) => b.weightUnits - a.weightUnits), partly: [...new Set(leftOut)] }
}

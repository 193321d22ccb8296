import type { EntryRows } from './entry-rows'
import type { PiecesFound } from './pieces'
import type { TimeSlice } from './time-slice'

/** So many entries are looked through, one by one, before others are looked for where the words stand. */
const newestFirst = 8_192

/**
 * A word that stands in more than one of so many entries is looked for in all of them, one after the other: that goes through memory in its
 * order, and is faster.
 */
const worthMarking = 24

/** What is looked for among entries. */
interface Looking {
  readonly places: number[]
  readonly limit: number
  /** Words as they are known, and, once the newest entries were not enough, without any piece that may have one and has not. */
  readonly pieces: readonly PiecesFound[]
  readonly sure: () => Promise<readonly PiecesFound[]>
}

/** Adds the newest matches from a place down to those that are there. Answers where looking goes on. */
export async function lookFrom(
  from: number,
  entries: EntryRows,
  { places, limit, pieces, sure }: Looking,
  slice: TimeSlice,
): Promise<number> {
  let words = pieces
  let marks: Int32Array | undefined
  let isDecided = false
  let next = from
  for (let looked = 0; next >= 0 && places.length < limit;) {
    // What stands often is found among the newest. What does not is found faster where it stands than where it does not.
    if (!isDecided && looked >= newestFirst) {
      isDecided = true
      words = await sure()
      if (words.some(({ isNone }) => isNone)) return -1
      const [rarest, ...others] = counted(entries, words)
      words = [rarest!, ...others].map(({ word }) => word)
      if (rarest!.count * worthMarking <= next) marks = await marksOf(entries, rarest!.word, slice)
    }
    const place = marks
      ? entries.nextMarked(marks, next, 262_144, words)
      : entries.nextMatch(next, Math.min(next + 1, newestFirst), words)
    if (place >= 0) places.push(place)
    else looked += newestFirst
    next = place >= 0 ? place - 1 : -place - 2
    await slice.goOn()
  }
  return next
}

/** How often each word stands somewhere, the rarest first: Infinity where it has so many pieces that they are not listed. */
function counted(entries: EntryRows, words: readonly PiecesFound[]) {
  const countOf = ({ few }: PiecesFound) => (few ? entries.countOf(few) : Number.POSITIVE_INFINITY)
  const all = words.map((word) => ({ word, count: countOf(word) }))
  return all.sort((one, other) => ascending(one.count, other.count))
}

/** An order of counts, of which several may be Infinity. */
export const ascending = (one: number, other: number): number => (one === other ? 0 : one - other)

/** The entries with a word, as bits. */
async function marksOf(entries: EntryRows, { few }: PiecesFound, slice: TimeSlice): Promise<Int32Array> {
  const [marks, pieces] = [entries.noMarks(), few ?? []]
  for (let at = 0; at < pieces.length;) {
    at = entries.mark(pieces, marks, at)
    await slice.goOn()
  }
  return marks
}

import type { EntryRows, PiecesFound } from './entry-rows'
import type { TimeSlice } from './time-slice'

/** So many entries are looked through, one by one, before others are looked for where the words stand. */
const newestFirst = 8_192

/** A word that stands in more than one of so many entries is looked for in all of them, one after the other: that is faster. */
const worthMarking = 6

/** Adds the newest matches from a place down to those that are there. Answers where looking goes on. */
export async function lookFrom(
  from: number,
  entries: EntryRows,
  pieces: readonly PiecesFound[],
  { places, limit }: { readonly places: number[]; readonly limit: number },
  slice: TimeSlice,
): Promise<number> {
  const flags = pieces.map((one) => one.flags)
  let marks: Int32Array | undefined
  let isDecided = false
  let next = from
  for (let looked = 0; next >= 0 && places.length < limit;) {
    // What stands often is found among the newest. What does not is found faster where it stands than where it does not.
    if (!isDecided && looked >= newestFirst) {
      isDecided = true
      marks = await marksOf(entries, pieces, next, slice)
    }
    const place = marks
      ? entries.nextMarked(marks, next, 262_144, flags)
      : entries.nextMatch(next, Math.min(next + 1, newestFirst), flags)
    if (place >= 0) places.push(place)
    else looked += newestFirst
    next = place >= 0 ? place - 1 : -place - 2
    await slice.goOn()
  }
  return next
}

/** The entries with the rarest word, as bits; undefined where there are so many that all may as well be looked through. */
async function marksOf(entries: EntryRows, words: readonly PiecesFound[], upTo: number, slice: TimeSlice) {
  const counted = words.flatMap(({ few }) => (few ? { few, count: entries.countOf(few) } : []))
  const [rarest] = counted.toSorted((one, other) => one.count - other.count)
  if (!rarest || rarest.count * worthMarking > upTo) return undefined
  const marks = entries.noMarks()
  for (let at = 0; at < rarest.few.length;) {
    at = entries.mark(rarest.few, marks, at)
    await slice.goOn()
  }
  return marks
}

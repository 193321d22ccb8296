import type { Dropped, TableRows } from './memory'
import type { Row } from './types'
import { grown } from './grown'
import type { Piece, Pieces, PiecesFound } from './pieces'
import { Sentences } from './sentences'
import type { TimeSlice } from './time-slice'

/**
 * Places by the numbers of entries, some thousands in each map: a map of a million would be copied whole, in one long task, whenever it
 * grows. No number is stored as a text: a browser keeps short texts in the one table of all its names, where a million that follow each
 * other make every look-up slow.
 */
class Places {
  readonly #maps = new Map<number, Map<number, number>>()
  size = 0

  #mapOf(id: number): Map<number, number> {
    const shelf = Math.floor(id / 16_384)
    const known = this.#maps.get(shelf)
    if (known) return known
    const map = new Map<number, number>()
    this.#maps.set(shelf, map)
    return map
  }

  get(id: number): number | undefined {
    return this.#mapOf(id).get(id)
  }

  set(id: number, place: number): void {
    const map = this.#mapOf(id)
    if (!map.has(id)) this.size++
    map.set(id, place)
  }

  delete(id: number): void {
    if (this.#mapOf(id).delete(id)) this.size--
  }
}

/** So many pieces without a sentence are left where they are. */
const mostEmpty = 65_536

/** Entries of the gazette or the audit, in columns of numbers: a million of them take some 95 bytes each, with the links by which words are found. */
export class EntryRows implements TableRows {
  readonly #places = new Places()
  #count = 0
  /** Counts what was put and deleted. */
  #changes = 0
  #ids = new Float64Array()
  #at = new Float64Array()
  #kind = new Uint16Array()
  #batch = new Int32Array()
  #said = new Sentences()
  readonly #kinds: string[] = []

  constructor(readonly pieces: Pieces) {}

  get size(): number {
    return this.#places.size
  }

  /** Places are in the order in which entries came; those without an entry any more have no batch. */
  get places(): number {
    return this.#count
  }

  get(id: string): Row | undefined {
    const place = this.#places.get(Number(id))
    return place === undefined ? undefined : this.at(place)
  }

  /** The entry at a place. */
  at(place: number): Row {
    const sentence = this.#said.of(place).map((piece) => this.pieces.piece(piece))
    return { id: String(this.#ids[place]!), kind: this.#kinds[this.#kind[place]!], at: this.#at[place], sentence }
  }

  /**
   * The place of the next entry, downwards from one, in which of every word some piece was found; at most `count` are looked at.
   * @param words the rarest first
   * @returns the place, or minus one less the place that is to be looked at next
   */
  nextMatch(from: number, count: number, words: readonly PiecesFound[]): number {
    const last = Math.max(0, from - count + 1)
    if (words.length > 0) return this.#said.nextMatch(from, last, words)
    for (let place = from; place >= last; place--) if (this.#batch[place] !== -1) return place
    return -last - 1
  }

  /** The same as `nextMatch`, of the entries that are marked. */
  nextMarked(marks: Int32Array, from: number, count: number, words: readonly PiecesFound[]): number {
    return this.#said.nextMarked(marks, from, Math.max(0, from - count + 1), words)
  }

  /** How often some pieces stand in sentences: as many places are marked for them. */
  countOf(pieces: readonly number[]): number {
    return this.#said.countOf(pieces)
  }

  /** Room for a bit for each entry. */
  noMarks(): Int32Array {
    return new Int32Array((this.#count >> 5) + 1)
  }

  /**
   * Marks entries with one of some pieces, and some that had one before they changed: from one of these pieces on, until some thousand places
   * are marked. @returns how many pieces were looked at by now
   */
  mark(pieces: readonly number[], marks: Int32Array, from: number): number {
    return this.#said.mark(pieces, marks, from)
  }

  /** Gives the room of sentences that were changed, or are gone, free, in slices, once it is half of all. A change meanwhile ends it: it begins again later. */
  async tidy(slice: TimeSlice): Promise<void> {
    const { room } = this
    if (room.empty < mostEmpty || room.empty * 2 < room.all) return
    const [changes, before, tidied] = [this.#changes, this.#said, new Sentences()]
    for (let place = 0; place < this.#count; place++) {
      tidied.say(place, before.of(place))
      if (place % 4_096 !== 4_095) continue
      await slice.goOn()
      if (changes !== this.#changes) return
    }
    this.#said = tidied
    this.#changes++
  }

  /** For how many pieces of sentences there is room, and how many of them are in no sentence any more. */
  get room(): { readonly all: number; readonly empty: number } {
    return this.#said.room
  }

  batchOf(id: string): number | undefined {
    const place = this.#places.get(Number(id))
    return place === undefined ? undefined : this.#batch[place]
  }

  put(row: Row, n: number): number | undefined {
    const id = Number(row.id)
    const known = this.#places.get(id)
    const before = known === undefined ? undefined : this.#batch[known]
    const place = known ?? this.#count++
    this.#places.set(id, place)
    this.#grow(place + 1)
    this.#ids[place] = id
    const sentence = row.sentence as readonly Piece[]
    this.#at[place] = row.at as number
    this.#kind[place] = this.#kindOf(row.kind as string)
    this.#batch[place] = n
    this.#changes++
    this.#said.say(
      place,
      sentence.map((piece) => this.pieces.of(piece)),
    )
    return before
  }

  #grow(length: number): void {
    this.#ids = grown(this.#ids, length)
    this.#at = grown(this.#at, length)
    this.#kind = grown(this.#kind, length)
    this.#batch = grown(this.#batch, length)
  }

  #kindOf(kind: string): number {
    const known = this.#kinds.indexOf(kind)
    return known === -1 ? this.#kinds.push(kind) - 1 : known
  }

  delete(id: string): number | undefined {
    const place = this.#places.get(Number(id))
    return place === undefined ? undefined : this.#deleteAt(place)
  }

  #deleteAt(place: number): number {
    const before = this.#batch[place]!
    this.#places.delete(this.#ids[place]!)
    this.#batch[place] = -1
    this.#said.forget(place)
    this.#changes++
    return before
  }

  /** Looks at one column of numbers: a million are looked through in a millisecond or two, and most often none of them is older. */
  dropBefore(n: number): Dropped {
    const [ids, batches] = [[] as string[], new Set<number>()]
    const [batch, count] = [this.#batch, this.#count]
    for (let place = 0; place < count; place++) {
      if (batch[place] === -1 || batch[place]! >= n) continue
      ids.push(String(this.#ids[place]))
      batches.add(this.#deleteAt(place))
    }
    return { ids, batches }
  }

  *rows(): Iterable<Row> {
    for (let place = 0; place < this.#count; place++) if (this.#batch[place] !== -1) yield this.at(place)
  }
}

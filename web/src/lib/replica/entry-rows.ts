import type { ReplicaRow } from '@nation/domain/replica'
import type { Found, Nodes } from './nodes'
import type { Dropped, TableRows } from './memory'
import type { Row } from './types'
import { TextMaps } from './text-map'

type Piece = ReplicaRow<'gazette'>['sentence'][number]

const tableOf = {
  person: 'members',
  poll: 'polls',
  broadcast: 'broadcasts',
  task: 'tasks',
  election: 'elections',
  office: 'offices',
} as const

/** The pieces with a word: a flag for each, and those that have one, where they are few. */
export interface PiecesFound {
  readonly flags: Uint8Array
  readonly few: readonly number[] | null
  readonly isNone: boolean
}

/** The distinct pieces of all sentences, and the node of each. */
export class Pieces {
  /** By what a piece is, and then by its text or id: no key is put together for each of a million. */
  readonly #numbers = new TextMaps()
  readonly #pieces: Piece[] = []
  #nodes = new Int32Array()
  /** Of each node its last piece, and of each piece the one of the same node before it; one more than its number, 0 where there is none. */
  #lastOf = new Int32Array()
  #earlier = new Int32Array()
  /** What is known of some nodes, and for how many pieces and texts that is true. */
  readonly #found = new WeakMap<Found, PiecesFound & { readonly pieces: number; readonly changes: number }>()

  constructor(readonly nodes: Nodes) {}

  of(piece: Piece): number {
    const isText = typeof piece === 'string'
    const numbers = this.#numbers.of(isText ? 'text' : piece.as === undefined ? piece.is : `${piece.is} ${piece.as}`)
    const key = isText ? piece : piece.id
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = this.#pieces.length
    numbers.set(key, number)
    this.#nodes = grown(this.#nodes, number + 1)
    const node = this.#nodeOf(piece)
    this.#nodes[number] = node
    this.#lastOf = grown(this.#lastOf, node + 1)
    this.#earlier = grown(this.#earlier, number + 1)
    this.#earlier[number] = this.#lastOf[node]!
    this.#lastOf[node] = number + 1
    return this.#pieces.push(piece) - 1
  }

  #nodeOf(piece: Piece): number {
    if (typeof piece !== 'string' && piece.is !== 'office') return this.nodes.of(tableOf[piece.is], piece.id)
    const text = typeof piece === 'string' ? piece : piece.id
    const node = this.nodes.of('text', text)
    this.nodes.set(node, text)
    return node
  }

  clear(): void {
    this.#numbers.clear()
    this.#pieces.length = 0
    this.#lastOf.fill(0)
  }

  piece(number: number): Piece {
    return this.#pieces[number] ?? ''
  }

  /** The pieces whose node was found. They are remembered while nothing changes. */
  found(nodes: Found): PiecesFound {
    const [pieces, changes] = [this.#pieces.length, this.nodes.changes]
    const before = this.#found.get(nodes)
    if (before?.pieces === pieces && before.changes === changes) return before
    const found = { ...(nodes.few ? this.#ofFew(nodes.few, nodes.flags) : this.#ofAll(nodes.flags)), pieces, changes }
    this.#found.set(nodes, found)
    return found
  }

  #ofFew(nodes: readonly number[], isFound: Uint8Array): PiecesFound {
    const [flags, few] = [new Uint8Array(this.#pieces.length), [] as number[]]
    for (const node of nodes) {
      if (isFound[node] !== 1) continue
      for (let next = this.#lastOf[node] ?? 0; next > 0; next = this.#earlier[next - 1]!) {
        if (flags[next - 1] === 0) few.push(next - 1)
        flags[next - 1] = 1
      }
    }
    return { flags, few, isNone: few.length === 0 }
  }

  #ofAll(isFound: Uint8Array): PiecesFound {
    const nodes = this.#nodes
    const flags = new Uint8Array(this.#pieces.length)
    let isNone = true
    for (let piece = 0; piece < flags.length; piece++) {
      if (isFound[nodes[piece]!] !== 1) continue
      flags[piece] = 1
      isNone = false
    }
    return { flags, few: null, isNone }
  }
}

const grown = <T extends Float64Array | Int32Array | Uint16Array>(array: T, length: number): T => {
  if (length <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2, 1_024))
  larger.set(array)
  return larger
}

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

/** How many links are in a block, a power of two. */
const linksOfBlock = 65_536

/** Entries of the gazette or the audit, in columns of numbers: a million of them take some 95 bytes each, with the links by which words are found. */
export class EntryRows implements TableRows {
  readonly #places = new Places()
  #count = 0
  #ids = new Float64Array()
  #at = new Float64Array()
  #kind = new Uint16Array()
  #batch = new Int32Array()
  #start = new Int32Array()
  #length = new Uint16Array()
  /** The pieces of all sentences, one after the other. */
  #pool = new Int32Array()
  #used = 0
  /**
   * Two numbers for each of those, in blocks, so that millions of them are never copied at once: the entry that it is of, and where the same piece
   * stands before that, as `#last` has it.
   */
  readonly #links: Int32Array[] = []
  /** Of each piece where it stands last, one more than the place in the pool; and how often it stands somewhere. */
  #last = new Int32Array()
  #counts = new Int32Array()
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
    const from = this.#start[place]!
    const sentence = Array.from({ length: this.#length[place]! }, (_, n) => this.pieces.piece(this.#pool[from + n]!))
    return { id: String(this.#ids[place]!), kind: this.#kinds[this.#kind[place]!], at: this.#at[place], sentence }
  }

  /**
   * The place of the next entry, downwards from one, in which of every word some piece was found; at most `count` are looked at.
   * @returns the place, or minus one less the place that is to be looked at next
   */
  nextMatch(from: number, count: number, words: readonly Uint8Array[]): number {
    const last = Math.max(0, from - count + 1)
    for (let place = from; place >= last; place--) if (this.#matches(place, words)) return place
    return -last - 1
  }

  #matches(place: number, words: readonly Uint8Array[]): boolean {
    if (this.#batch[place] === -1) return false
    const [pool, start] = [this.#pool, this.#start[place]!]
    const end = start + this.#length[place]!
    for (let word = 0; word < words.length; word++) {
      const flags = words[word]!
      let at = start
      while (at < end && flags[pool[at]!] === 0) at++
      if (at === end) return false
    }
    return true
  }

  /** How often some pieces stand in sentences: as many places are marked for them. */
  countOf(pieces: readonly number[]): number {
    return pieces.reduce((sum, piece) => sum + (this.#counts[piece] ?? 0), 0)
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
    const [last, links] = [this.#last, this.#links]
    let marked = 0
    let at = from
    for (; at < pieces.length && marked < 8_192; at++) {
      for (let next = last[pieces[at]!] ?? 0; next > 0; marked++) {
        const link = 2 * ((next - 1) & (linksOfBlock - 1))
        const block = links[Math.floor((next - 1) / linksOfBlock)]!
        const place = block[link]!
        marks[place >> 5]! |= 1 << (place & 31)
        next = block[link + 1]!
      }
    }
    return at
  }

  /** The same as `nextMatch`, of the entries that are marked. */
  nextMarked(marks: Int32Array, from: number, count: number, words: readonly Uint8Array[]): number {
    const last = Math.max(0, from - count + 1)
    for (let place = from; place >= last; place--) {
      const bits = marks[place >> 5]!
      if (bits === 0) place &= ~31
      else if ((bits & (1 << (place & 31))) !== 0 && this.#matches(place, words)) return place
    }
    return -last - 1
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
    this.#say(
      place,
      sentence.map((piece) => this.pieces.of(piece)),
    )
    return before
  }

  /** A sentence that changed has room of its own, and what was said before is nobody's: `#matches` looks at the sentence itself. */
  #say(place: number, pieces: readonly number[]): void {
    const start = this.#start[place]!
    if (pieces.length === this.#length[place] && pieces.every((piece, at) => piece === this.#pool[start + at])) return
    this.#start[place] = this.#used
    this.#length[place] = pieces.length
    this.#pool = grown(this.#pool, this.#used + pieces.length)
    const most = Math.max(...pieces) + 1
    this.#last = grown(this.#last, most)
    this.#counts = grown(this.#counts, most)
    for (const piece of pieces) {
      this.#pool[this.#used] = piece
      const link = 2 * (this.#used & (linksOfBlock - 1))
      if (link === 0) this.#links.push(new Int32Array(2 * linksOfBlock))
      const block = this.#links.at(-1)!
      block[link] = place
      block[link + 1] = this.#last[piece]!
      this.#last[piece] = ++this.#used
      this.#counts[piece]!++
    }
  }

  #grow(length: number): void {
    this.#ids = grown(this.#ids, length)
    this.#at = grown(this.#at, length)
    this.#kind = grown(this.#kind, length)
    this.#batch = grown(this.#batch, length)
    this.#start = grown(this.#start, length)
    this.#length = grown(this.#length, length)
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

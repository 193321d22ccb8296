import type { ReplicaRow } from '@nation/domain/replica'
import type { Nodes } from './nodes'
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

interface Flags {
  readonly flags: Uint8Array
  readonly count: number
}

/** The distinct pieces of all sentences, and the node of each. */
export class Pieces {
  /** By what a piece is, and then by its text or id: no key is put together for each of a million. */
  readonly #numbers = new TextMaps()
  readonly #pieces: Piece[] = []
  #nodes = new Int32Array()
  /** What is known of some nodes, and for how many pieces and texts that is true. */
  readonly #flags = new WeakMap<Uint8Array, Flags & { readonly pieces: number; readonly changes: number }>()

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
    this.#nodes[number] = this.#nodeOf(piece)
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
  }

  piece(number: number): Piece {
    return this.#pieces[number] ?? ''
  }

  /** The same flags by pieces: whether the node of each was found, and how many were. They are remembered while nothing changes. */
  flags(found: Uint8Array): Flags {
    const [pieces, changes] = [this.#pieces.length, this.nodes.changes]
    const before = this.#flags.get(found)
    if (before?.pieces === pieces && before.changes === changes) return before
    const nodes = this.#nodes
    const flags = new Uint8Array(pieces)
    let count = 0
    for (let piece = 0; piece < pieces; piece++) count += flags[piece] = found[nodes[piece]!] ?? 0
    const all = { flags, count, pieces, changes }
    this.#flags.set(found, all)
    return all
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

/** Entries of the gazette or the audit, in columns of numbers: a million of them take some 60 bytes each. */
export class EntryRows implements TableRows {
  readonly #places = new Places()
  #count = 0
  #ids = new Float64Array()
  #at = new Float64Array()
  #kind = new Uint16Array()
  #batch = new Int32Array()
  #start = new Int32Array()
  #length = new Uint16Array()
  #pool = new Int32Array()
  #used = 0
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
    const [batch, start, length, pool] = [this.#batch, this.#start, this.#length, this.#pool]
    const last = Math.max(0, from - count + 1)
    next: for (let place = from; place >= last; place--) {
      if (batch[place] === -1) continue
      const end = start[place]! + length[place]!
      for (let word = 0; word < words.length; word++) {
        const flags = words[word]!
        let at = start[place]!
        while (at < end && flags[pool[at]!] === 0) at++
        if (at === end) continue next
      }
      return place
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
    // A changed sentence that is no longer than before takes its room.
    if (known === undefined || sentence.length > this.#length[place]!) {
      this.#start[place] = this.#used
      this.#used += sentence.length
      this.#pool = grown(this.#pool, this.#used)
    }
    this.#length[place] = sentence.length
    sentence.forEach((piece, at) => (this.#pool[this.#start[place]! + at] = this.pieces.of(piece)))
    return before
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

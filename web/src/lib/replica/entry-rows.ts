import type { ReplicaRow } from '@nation/domain/replica'
import { rowKey, type Nodes } from './nodes'
import type { TableRows } from './memory'
import type { Row } from './types'

type Piece = ReplicaRow<'gazette'>['sentence'][number]

const tableOf = {
  person: 'members',
  poll: 'polls',
  broadcast: 'broadcasts',
  task: 'tasks',
  election: 'elections',
  office: 'offices',
} as const

/** The distinct pieces of all sentences, and the node of each. */
export class Pieces {
  readonly #numbers = new Map<string, number>()
  readonly #pieces: Piece[] = []
  readonly #nodes: number[] = []

  constructor(readonly nodes: Nodes) {}

  of(piece: Piece): number {
    const key = typeof piece === 'string' ? piece : `\u0000${piece.is} ${piece.id} ${piece.as ?? ''}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#pieces.length)
    this.#nodes.push(this.#nodeOf(piece))
    return this.#pieces.push(piece) - 1
  }

  #nodeOf(piece: Piece): number {
    if (typeof piece !== 'string' && piece.is !== 'office') return this.nodes.of(rowKey(tableOf[piece.is], piece.id))
    const text = typeof piece === 'string' ? piece : piece.id
    const node = this.nodes.of(`text ${text}`)
    this.nodes.set(node, text)
    return node
  }

  piece(number: number): Piece {
    return this.#pieces[number] ?? ''
  }

  node(number: number): number {
    return this.#nodes[number] ?? 0
  }
}

const grown = <T extends Float64Array | Int32Array | Uint16Array>(array: T, length: number): T => {
  if (length <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2, 1_024))
  larger.set(array)
  return larger
}

/** Entries of the gazette or the audit, in columns of numbers: a million of them take some 60 bytes each. */
export class EntryRows implements TableRows {
  readonly #places = new Map<string, number>()
  readonly #ids: string[] = []
  #at = new Float64Array()
  #kind = new Uint16Array()
  #batch = new Int32Array()
  #start = new Int32Array()
  #length = new Uint16Array()
  #pool = new Int32Array()
  #used = 0
  readonly #kinds: string[] = []

  constructor(private readonly pieces: Pieces) {}

  get size(): number {
    return this.#places.size
  }

  /** Places are in the order in which entries came; those without an entry any more have no batch. */
  get places(): number {
    return this.#ids.length
  }

  get(id: string): Row | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.at(place)
  }

  /** The entry at a place. */
  at(place: number): Row {
    const from = this.#start[place]!
    const sentence = Array.from({ length: this.#length[place]! }, (_, n) => this.pieces.piece(this.#pool[from + n]!))
    return { id: this.#ids[place]!, kind: this.#kinds[this.#kind[place]!], at: this.#at[place], sentence }
  }

  instant(place: number): number {
    return this.#at[place] ?? 0
  }

  /** Whether of every word some piece of the entry was found. */
  matches(place: number, found: readonly Uint8Array[]): boolean {
    if (this.#batch[place] === -1) return false
    const [from, end] = [this.#start[place]!, this.#start[place]! + this.#length[place]!]
    return found.every((nodes) => {
      for (let n = from; n < end; n++) if (nodes[this.pieces.node(this.#pool[n]!)] === 1) return true
      return false
    })
  }

  batchOf(id: string): number | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#batch[place]
  }

  put(row: Row, n: number): void {
    const known = this.#places.get(row.id)
    const place = known ?? this.#ids.push(row.id) - 1
    this.#places.set(row.id, place)
    this.#grow(place + 1)
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
  }

  #grow(length: number): void {
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

  delete(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    this.#batch[place] = -1
  }

  dropBefore(n: number): readonly string[] {
    const dropped = [...this.#places].flatMap(([id, place]) => (this.#batch[place]! < n ? [id] : []))
    for (const id of dropped) this.delete(id)
    return dropped
  }

  *rows(): Iterable<Row> {
    for (const place of this.#places.values()) yield this.at(place)
  }
}

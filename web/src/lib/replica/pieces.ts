import type { ReplicaRow } from '@nation/domain/replica'
import { grown } from './grown'
import { hasIt, type Found, type Nodes } from './nodes'
import { TextMaps } from './text-map'

/** A part of a sentence of the gazette or the audit: a text, or a name of something. */
export type Piece = ReplicaRow<'gazette'>['sentence'][number]

const tableOf = {
  person: 'members',
  poll: 'polls',
  broadcast: 'broadcasts',
  task: 'tasks',
  election: 'elections',
  office: 'offices',
} as const

/** The pieces with a word: a flag for each, as nodes have them, and those that have one, where they are few. */
export interface PiecesFound {
  readonly flags: Uint8Array
  /** Whether a piece that may have it has it. */
  readonly confirm: (piece: number) => boolean
  readonly few: readonly number[] | null
  readonly isNone: boolean
}

/** Of when it is what was found. */
interface Remembered extends PiecesFound {
  readonly pieces: number
  readonly changes: number
  readonly isSure: boolean
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
  readonly #found = new WeakMap<Found, Remembered>()

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

  /** The pieces whose node was found, or may be. They are remembered while nothing changes. */
  found(word: string, nodes: Found): PiecesFound {
    const [pieces, changes, { isSure }] = [this.#pieces.length, this.nodes.changes, nodes]
    const before = this.#found.get(nodes)
    if (before?.pieces === pieces && before.changes === changes && before.isSure === isSure) return before
    const flagged = nodes.few ? this.#ofFew(nodes.few, nodes.flags) : this.#ofAll(nodes.flags)
    const confirm = (piece: number) => {
      const node = this.#nodes[piece]!
      const has = nodes.flags[node] === hasIt || (nodes.flags[node] !== 0 && this.nodes.confirm(word, nodes, node))
      flagged.flags[piece] = has ? hasIt : 0
      return has
    }
    const found = { ...flagged, confirm, pieces, changes, isSure }
    this.#found.set(nodes, found)
    return found
  }

  #ofFew(nodes: readonly number[], found: Uint8Array): Omit<PiecesFound, 'confirm'> {
    const [flags, few] = [new Uint8Array(this.#pieces.length), [] as number[]]
    for (const node of nodes) {
      const says = found[node]!
      if (says === 0) continue
      for (let next = this.#lastOf[node] ?? 0; next > 0; next = this.#earlier[next - 1]!) {
        if (flags[next - 1] === 0) few.push(next - 1)
        flags[next - 1] = says
      }
    }
    return { flags, few, isNone: few.length === 0 }
  }

  #ofAll(found: Uint8Array): Omit<PiecesFound, 'confirm'> {
    const nodes = this.#nodes
    const flags = new Uint8Array(this.#pieces.length)
    let isNone = true
    for (let piece = 0; piece < flags.length; piece++) {
      const says = found[nodes[piece]!]!
      if (says === 0) continue
      flags[piece] = says
      isNone = false
    }
    return { flags, few: null, isNone }
  }
}

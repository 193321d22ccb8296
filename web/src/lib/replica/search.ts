import type { ReplicaTable } from '@nation/domain/replica'
import { EntryRows } from './entry-rows'
import { Pieces, type PiecesFound } from './pieces'
import { ascending, lookFrom } from './entry-search'
import { wordsOf } from './matcher'
import { Memory, PlainRows, type Changed } from './memory'
import { NewestFirst } from './newest-first'
import { Narrowing, type Looked } from './narrowing'
import { OrderedMap } from './ordered-map'
import { hasIt, Nodes, type Found as Flagged } from './nodes'
import { searched, textsOf } from './searched-fields'
import { TimeSlice } from './time-slice'
import type { Row } from './types'

const entryTables = ['gazette', 'audit'] as const
const plainTables = Object.keys(searched) as ReplicaTable[]

/** What was found in a table, the best first. */
export interface Found {
  readonly table: ReplicaTable
  readonly rows: readonly Row[]
  /** There is more than these. */
  readonly more: boolean
}

export interface SearchOptions {
  /** How many rows of each table. */
  readonly limit?: number
  /** Given when the next letter is typed: what is not finished is not needed. */
  readonly signal?: AbortSignal
  readonly tables?: readonly ReplicaTable[]
}

/** What is looked for in a table. */
interface Asked {
  readonly table: ReplicaTable
  readonly words: readonly string[]
  /** For each word the nodes that have it. */
  readonly found: readonly Flagged[]
  readonly changes: number
  readonly limit: number
}

/** The nodes of a row: its own first, then those that it names. */
type Refs = readonly number[]

/** A memory in which everything is searched: entries in columns, texts in nodes. */
export class SearchableMemory extends Memory {
  readonly nodes: Nodes
  readonly #pieces: Pieces
  readonly #refs = new Map<ReplicaTable, OrderedMap<Refs>>()
  /** What came since rows were made ready to be searched. */
  readonly #unindexed: Changed[] = []
  #changes = 0
  readonly #narrowing = new Narrowing()
  readonly #newestMembers = new NewestFirst('joinedAt', () => this.table('members'))

  constructor() {
    const nodes = new Nodes()
    const pieces = new Pieces(nodes)
    super((table) => (table === 'gazette' || table === 'audit' ? new EntryRows(pieces) : new PlainRows()))
    this.nodes = nodes
    this.#pieces = pieces
    this.watch((changed) => {
      this.#unindexed.push(changed)
      this.#changes++
    })
  }

  override clear(): void {
    super.clear()
    this.#unindexed.length = 0
    this.#narrowing.clear()
    this.#refs.clear()
    this.#newestMembers.clear()
    this.#pieces.clear()
    this.nodes.clear()
  }

  protected override placed(table: ReplicaTable, row: Row, isNew: boolean): void {
    if (table !== 'members') return
    if (isNew) this.#newestMembers.came(row)
    else this.#newestMembers.changed(row.id)
  }

  protected override went(table: ReplicaTable, id: string): void {
    if (table === 'members') this.#newestMembers.changed(id)
  }

  /**
   * Makes what came ready to be searched, in slices. Rows come without waiting for it: the first search does it where it was not done yet.
   * What a search under way has not indexed yet is indexed by the next one.
   */
  async prepareSearch(slice = new TimeSlice()): Promise<void> {
    for (let changed = this.#unindexed.shift(); changed; changed = this.#unindexed.shift()) {
      this.#index(changed)
      await slice.goOn()
    }
    for (const table of entryTables) await (this.table(table) as EntryRows).tidy(slice)
  }

  #index(changed: Changed): void {
    for (const [table, ids] of changed) {
      const { columns, of, said } = searched[table] ?? {}
      if (!columns || !of) continue
      const refs = this.#refs.get(table) ?? new OrderedMap<Refs>()
      this.#refs.set(table, refs)
      const [rows, names] = [this.table(table), Object.entries(of)]
      for (const id of ids) {
        const row = rows.get(id)
        const node = refs.get(id)?.[0] ?? this.nodes.of(table, id)
        this.nodes.set(node, row ? textsOf(row, columns, said) : '')
        if (!row) refs.delete(id)
        else refs.set(id, this.#refsOf(node, row, names))
      }
      refs.tidy()
    }
  }

  #refsOf(node: number, row: Row, names: readonly (readonly [string, ReplicaTable])[]): Refs {
    const refs = [node]
    for (const [field, table] of names) {
      const id = row[field]
      if (typeof id === 'string') refs.push(this.nodes.of(table, id))
    }
    return refs
  }

  /** All members, who joined last first; the same list as long as no member changed. */
  newestMembers(): readonly Row[] {
    return this.#newestMembers.rows()
  }

  /** The newest entries of the gazette or the audit, at most so many. */
  newestEntries(table: 'gazette' | 'audit', limit: number): Row[] {
    const entries = this.table(table) as EntryRows
    const rows: Row[] = []
    for (let from = entries.places - 1; from >= 0 && rows.length < limit;) {
      const place = entries.nextMatch(from, entries.places, [])
      if (place < 0) break
      rows.push(entries.at(place))
      from = place - 1
    }
    return rows.sort((one, other) => Number(other.at) - Number(one.at))
  }

  /**
   * Rows in which every word of a query is found, at its beginning or inside, without case and accents: members whose name begins with
   * it first, all else from the newest. It goes on in slices of 8 ms, so that a frame is drawn in between.
   */
  async search(query: string, { limit = 20, signal, tables }: SearchOptions = {}): Promise<readonly Found[]> {
    const words = wordsOf(query)
    if (words.length === 0) return []
    const slice = new TimeSlice(signal)
    await this.prepareSearch(slice)
    const changes = this.#changes
    const found: Flagged[] = []
    for (const word of words) found.push(await this.#nodesWith(word, slice))
    this.#narrowing.begin(words, changes)
    const results: Found[] = []
    for (const table of tables ?? [...plainTables, ...entryTables]) {
      const asked: Asked = { table, words, found, changes, limit: limit + 1 }
      const isEntries = table === 'gazette' || table === 'audit'
      const rows = isEntries ? await this.#entries(asked, slice) : await this.#plain(asked, slice)
      if (rows.length > 0) results.push({ table, rows: rows.slice(0, limit), more: rows.length > limit })
    }
    // One that took longer than the next one must not replace its results.
    signal?.throwIfAborted()
    return results
  }

  /** Nodes with a word. A word that goes on from one that was looked for is looked for where that was found. */
  async #nodesWith(word: string, slice: TimeSlice): Promise<Flagged> {
    const { nodes } = this
    const known = nodes.known(word)
    if (known) return known
    const within = nodes.knownBeginning(word)
    const found = nodes.begin(word)
    for (let from: number | undefined = 0; from !== undefined;) {
      from = nodes.look(word, found, within, from)
      await slice.goOn()
    }
    nodes.done(word, found)
    return found
  }

  /** Looks through the nodes that may have a word, where that was not done yet. */
  async #sure(word: string, found: Flagged, slice: TimeSlice): Promise<void> {
    while (!found.isSure) {
      const [few, { changes }] = [[] as number[], this.nodes]
      for (let from: number | undefined = 0; from !== undefined;) {
        from = this.nodes.confirmAll(word, found, few, from)
        await slice.goOn()
      }
      if (changes === this.nodes.changes) this.nodes.confirmed(found, few)
    }
  }

  /** Whether every word was found in some node of a row. */
  #matches(refs: Refs, { words, found }: Asked): boolean {
    for (let word = 0; word < found.length; word++) {
      const nodes = found[word]!
      let at = 0
      while (at < refs.length && !this.#has(words[word]!, nodes, refs[at]!)) at++
      if (at === refs.length) return false
    }
    return true
  }

  #has(word: string, nodes: Flagged, node: number): boolean {
    const says = nodes.flags[node]
    return says === hasIt || (says !== 0 && says !== undefined && this.nodes.confirm(word, nodes, node))
  }

  #keep({ table, words, changes }: Asked, looked: Looked): void {
    if (changes === this.#changes) this.#narrowing.keep(table, words, changes, looked)
  }

  async #plain(asked: Asked, slice: TimeSlice): Promise<readonly Row[]> {
    const { table, words, limit } = asked
    const [first, others, places] = [[] as string[], [] as string[], [] as number[]]
    // Rows come in the order in which they were made: the same words are most likely meant of the last of them.
    const rows = this.#refs.get(table)?.entries ?? []
    const [start, step] = table === 'members' ? [0, 1] : [rows.length - 1, -1]
    const look = (place: number) => {
      const row = rows[place]
      if (!row || !this.#matches(row[1], asked)) return
      places.push(place)
      if (this.nodes.text(row[1][0]!).startsWith(words[0]!)) first.push(row[0])
      else if (others.length < limit) others.push(row[0])
    }
    const before = this.#narrowing.of(table, words)
    let next = start
    for (const [at, place] of (before?.places ?? []).entries()) {
      if (first.length === limit) break
      if (at % 4_096 === 4_095) await slice.goOn()
      look(place)
      next = place + step
    }
    if (first.length < limit) next = before?.next ?? start
    for (; next >= 0 && next < rows.length && first.length < limit; next += step) {
      if (next % 4_096 === 0) await slice.goOn()
      look(next)
    }
    this.#keep(asked, { places, next })
    return [...first, ...others].slice(0, limit).flatMap((id) => this.table(table).get(id) ?? [])
  }

  async #entries(asked: Asked, slice: TimeSlice): Promise<readonly Row[]> {
    const { table, words, found, limit } = asked
    const entries = this.table(table) as EntryRows
    if (entries.size === 0) return []
    const all = () => found.map((nodes, word) => entries.pieces.found(words[word]!, nodes))
    const known = all()
    if (known.some(({ isNone }) => isNone)) return []
    // The rarest word first: most entries need to be looked at for that one alone.
    const lengthOf = ({ few }: PiecesFound) => few?.length ?? Number.POSITIVE_INFINITY
    const pieces = known.toSorted((one, other) => ascending(lengthOf(one), lengthOf(other)))
    const before = this.#narrowing.of(table, words)
    const places: number[] = []
    let next = entries.places - 1
    for (const place of before?.places ?? []) {
      if (places.length === limit) break
      if (entries.nextMatch(place, 1, pieces) >= 0) places.push(place)
      next = place - 1
    }
    if (places.length < limit) next = before?.next ?? next
    const sure = async () => {
      for (const [word, nodes] of found.entries()) await this.#sure(words[word]!, nodes, slice)
      return all()
    }
    next = await lookFrom(next, entries, { places, limit, pieces, sure }, slice)
    this.#keep(asked, { places, next })
    return places.map((place) => entries.at(place)).sort((one, other) => Number(other.at) - Number(one.at))
  }
}

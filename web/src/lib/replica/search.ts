import { officeTitle, positions } from '@nation/domain/elections'
import { weekName } from '@nation/domain/formats'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { ReplicaTable } from '@nation/domain/replica'
import { EntryRows, Pieces } from './entry-rows'
import { Memory, PlainRows, type Changed } from './memory'
import { NewestFirst } from './newest-first'
import { OrderedMap } from './ordered-map'
import { folded, Nodes } from './nodes'
import { Slice } from './slice'
import type { Row } from './types'

/** The title of an office, of which a row has the id; '' for anything else. */
const officeOf = (id: unknown): string =>
  (governmentRoles as readonly unknown[]).includes(id) ? officeTitle(id as GovernmentRole) : ''
const positionOf = (id: unknown): string => positions.find((one) => one.id === id)?.title ?? ''

/**
 * Of each table: the fields that are searched, those that name rows of others (a citizen's name finds what is theirs), and what screens
 * call it in other words than its fields do.
 */
const searched: Readonly<Partial<Record<ReplicaTable, Searched>>> = {
  members: {
    own: ['username', 'twitterUsername', 'walletAddress', 'governmentRole'],
    of: {},
    said: (row) => officeOf(row.governmentRole),
  },
  broadcasts: { own: ['message', 'type'], of: { createdBy: 'members', deletedBy: 'members' } },
  chat: { own: ['text'], of: { sender: 'members' } },
  elections: {
    own: ['stage', 'cancelReason', 'id'],
    of: { createdBy: 'members' },
    said: ({ startsAt }) => (typeof startsAt === 'number' ? weekName(startsAt) : ''),
  },
  candidacies: {
    own: ['displayName', 'title', 'campaignSlogan', 'position', 'status'],
    of: { citizen: 'members' },
    said: (row) => positionOf(row.position),
  },
  tasks: { own: ['title', 'description', 'priority', 'status', 'assignedTo'], of: { createdBy: 'members' } },
  responses: { own: ['answer'], of: { submittedBy: 'members', taskId: 'tasks' } },
  payments: {
    own: ['office', 'reference', 'rail', 'id'],
    of: { payee: 'members' },
    said: (row) => officeOf(row.office),
  },
  polls: { own: ['question', 'status'], of: {} },
}

interface Searched {
  readonly own: readonly string[]
  readonly of: Readonly<Record<string, ReplicaTable>>
  readonly said?: (row: Row) => string
}

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

const mostWords = 8

/** The nodes of a row: its own first, then those that it names. */
type Refs = readonly number[]

/** A memory in which everything is searched: entries in columns, texts in nodes. */
export class SearchableMemory extends Memory {
  readonly nodes: Nodes
  readonly #pieces: Pieces
  readonly #refs = new Map<ReplicaTable, OrderedMap<Refs>>()
  /** What came since rows were made ready to be searched. */
  readonly #unindexed: Changed[] = []
  readonly #newestMembers = new NewestFirst('joinedAt', () => this.table('members'))

  constructor() {
    const nodes = new Nodes()
    const pieces = new Pieces(nodes)
    super((table) => (table === 'gazette' || table === 'audit' ? new EntryRows(pieces) : new PlainRows()))
    this.nodes = nodes
    this.#pieces = pieces
    this.watch((changed) => this.#unindexed.push(changed))
  }

  override clear(): void {
    super.clear()
    this.#unindexed.length = 0
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
  async prepareSearch(slice = new Slice()): Promise<void> {
    for (let changed = this.#unindexed.shift(); changed; changed = this.#unindexed.shift()) {
      this.#index(changed)
      await slice.goOn()
    }
  }

  #index(changed: Changed): void {
    for (const [table, ids] of changed) {
      const { own, of, said } = searched[table] ?? {}
      if (!own || !of) continue
      const refs = this.#refs.get(table) ?? new OrderedMap<Refs>()
      this.#refs.set(table, refs)
      const [rows, names] = [this.table(table), Object.entries(of)]
      for (const id of ids) {
        const row = rows.get(id)
        const node = refs.get(id)?.[0] ?? this.nodes.of(table, id)
        this.nodes.set(node, row ? textsOf(row, own, said) : '')
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
    const words = folded(query).split(/\s+/).filter(Boolean).slice(0, mostWords)
    if (words.length === 0) return []
    const slice = new Slice(signal)
    await this.prepareSearch(slice)
    const found: Uint8Array[] = []
    for (const word of words) found.push(await this.#nodesWith(word, slice))
    const results: Found[] = []
    for (const table of tables ?? [...plainTables, ...entryTables]) {
      const isEntries = table === 'gazette' || table === 'audit'
      const rows = isEntries
        ? await this.#entries(table, found, limit + 1, slice)
        : await this.#plain(table, words[0]!, found, limit + 1, slice)
      if (rows.length > 0) results.push({ table, rows: rows.slice(0, limit), more: rows.length > limit })
    }
    // One that took longer than the next one must not replace its results.
    signal?.throwIfAborted()
    return results
  }

  /** Nodes with a word, as a flag each. A word that goes on from one that was looked for is looked for where that was found. */
  async #nodesWith(word: string, slice: Slice): Promise<Uint8Array> {
    const { nodes } = this
    const known = nodes.known(word)
    if (known) return known
    const within = nodes.knownBeginning(word)
    const found = nodes.begin(word)
    for (let node = 0; node < nodes.size && node < found.length;) {
      node = nodes.look(word, found, within, node)
      await slice.goOn()
    }
    nodes.done(word, found)
    return found
  }

  async #plain(table: ReplicaTable, word: string, found: readonly Uint8Array[], limit: number, slice: Slice) {
    const first: string[] = []
    const others: string[] = []
    // Rows come in the order in which they were made: the same words are most likely meant of the last of them.
    const rows = this.#refs.get(table)?.entries ?? []
    const [start, step] = table === 'members' ? [0, 1] : [rows.length - 1, -1]
    for (let place = start; place >= 0 && place < rows.length && first.length < limit; place += step) {
      if (place % 4_096 === 0) await slice.goOn()
      const row = rows[place]
      if (!row || !matches(row[1], found)) continue
      if (this.nodes.text(row[1][0]!).startsWith(word)) first.push(row[0])
      else if (others.length < limit) others.push(row[0])
    }
    return [...first, ...others].slice(0, limit).flatMap((id) => this.table(table).get(id) ?? [])
  }

  async #entries(table: ReplicaTable, found: readonly Uint8Array[], limit: number, slice: Slice): Promise<Row[]> {
    const entries = this.table(table) as EntryRows
    const all = found.map((nodes) => entries.pieces.flags(nodes))
    if (all.some(({ count }) => count === 0)) return []
    // The rarest word first: most entries need to be looked at for that one alone.
    const flags = all.toSorted((one, other) => one.count - other.count).map((one) => one.flags)
    const places: number[] = []
    for (let from = entries.places - 1; from >= 0 && places.length < limit;) {
      const place = entries.nextMatch(from, 32_768, flags)
      if (place >= 0) places.push(place)
      from = place >= 0 ? place - 1 : -place - 2
      await slice.goOn()
    }
    return places.map((place) => entries.at(place)).sort((one, other) => Number(other.at) - Number(one.at))
  }
}

/** Whether every word was found in some node of a row. */
function matches(refs: Refs, found: readonly Uint8Array[]): boolean {
  for (const nodes of found) {
    let at = 0
    while (at < refs.length && nodes[refs[at]!] === 0) at++
    if (at === refs.length) return false
  }
  return true
}

/** What of a row is searched, a line each. */
function textsOf(row: Row, own: Searched['own'], said: Searched['said']): string {
  let texts = said?.(row) ?? ''
  for (let at = own.length - 1; at >= 0; at--) {
    const value = row[own[at]!]
    texts = `${typeof value === 'string' ? value : ''}\n${texts}`
  }
  return texts
}

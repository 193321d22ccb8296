import type { CommandTable } from '@nation/domain/commands'
import type { ReplicaRow, ReplicaTable } from '@nation/domain/replica'
import { isFull, wipe } from './database'
import { Memory } from './memory'
import { begun, filledOf, storeOf, type ReplicaParts } from './opening'
import { Outbox, type NewCommand } from './outbox'
import { overlayOf, type Overlay } from './overlay'
import { Reader } from './reader'
import { SignInEnded } from './refusals'
import { memoryStore, Outrun, type Store } from './store'
import { Sync } from './sync'
import type { Channel, Entry, Notice, ReplicaState, Row, ReplicaNotice } from './types'

/**
 * Opens the replica of a profile, without a network. When it resolves, the outbox is in memory. Rows follow, names first; when
 * `loaded` resolves, all of them are in memory.
 */
export async function openReplica(parts: ReplicaParts): Promise<Replica> {
  const { store, notice } = await storeOf(parts)
  const replica = new Replica(parts, store, notice)
  await replica.begin()
  return replica
}

/** The rows of a nation on this machine, and the commands that wait in the outbox. */
export class Replica {
  readonly memory: Memory
  readonly outbox: Outbox
  readonly #channel: Channel
  readonly #watchers = new Set<() => void>()
  readonly #stop = new AbortController()
  #state: ReplicaState
  #sync: Sync | null = null
  readonly #reader: Reader
  #rest = new AbortController()
  #overlay: Overlay | null = null
  #storedNation: string | null = null
  /** Resolves when all stored rows are in memory. */
  loaded = Promise.resolve()
  #reading = Promise.resolve()

  constructor(
    private readonly parts: ReplicaParts,
    private store: Store,
    notice: Notice | null,
  ) {
    this.memory = parts.memory ?? new Memory()
    this.#state = { ...begun, notice }
    this.#channel = parts.channel(parts.name, (message) => {
      this.#hear(message).catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#tell({ trouble: wordsOf(error) })
      })
    })
    this.#reader = new Reader({
      memory: this.memory,
      me: parts.me,
      store: () => this.store,
      signal: this.#stop.signal,
      grown: () => this.#tell({ rows: this.memory.size }),
    })
    this.outbox = new Outbox({
      name: parts.name,
      me: parts.me,
      store: () => this.store,
      locks: parts.locks,
      changed: () => {
        this.#channel.tell('outbox')
        this.#changed()
      },
      stored: (table, id) => this.#stored(table, id),
    })
    this.memory.watch(() => this.#changed())
  }

  /** The public id of the administrator to whom the replica belongs. */
  get me(): string {
    return this.parts.me
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** Calls the watcher after every change of rows, entries or state. Returns a function that stops it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** A row as it will be when the outbox is sent. */
  get<Table extends ReplicaTable>(table: Table, id: string): ReplicaRow<Table> | undefined {
    const waiting = this.overlay.get(table)
    const row = waiting?.has(id) ? waiting.get(id) : this.memory.table(table).get(id)
    return (row ?? undefined) as ReplicaRow<Table> | undefined
  }

  /** All rows of a table as they will be when the outbox is sent; new ones last. */
  *rows<Table extends ReplicaTable>(table: Table): Iterable<ReplicaRow<Table>> {
    const waiting = this.overlay.get(table)
    for (const row of this.memory.table(table).rows()) if (!waiting?.has(row.id)) yield row as ReplicaRow<Table>
    for (const row of waiting?.values() ?? []) if (row) yield row as ReplicaRow<Table>
  }

  /** The id of a row as it is now: a row that a command made has another one once that was sent. */
  idOf(table: ReplicaTable, id: string): string {
    return this.outbox.idOf(table, id)
  }

  get overlay(): Overlay {
    this.#overlay ??= overlayOf(this.outbox.entries, this.memory, this.nation, this.parts.me)
    return this.#overlay
  }

  /** The nation to which the rows belong; commands for another nation are not sent. Null before the first contact. */
  get nation(): string | null {
    return this.#sync?.nationId ?? this.#reader.meta?.nation ?? this.#storedNation
  }

  /**
   * Adds a command to the outbox. Screens show its effect at once; it is sent when the nation can be reached.
   * @throws NeedsToBeOnline, or the disk's error; then nothing is added
   */
  async addCommand(command: NewCommand): Promise<Entry> {
    // The rows that another window wrote arrive a moment before the metadata that names their nation.
    if (this.nation === null) await this.#catchUp()
    const { nation } = this
    if (nation === null) throw new Error('A replica that was never filled has no nation to queue for.')
    const entry = await this.outbox.add(command, nation, this.parts.now()).catch((error: unknown) => {
      if (isFull(error)) {
        this.#tell({ notice: 'full' })
        this.#channel.tell('full')
      }
      throw error
    })
    this.wake()
    return entry
  }

  /** A row as it is stored now. */
  async #stored(table: CommandTable, id: string): Promise<Row | null> {
    await this.#catchUp()
    return this.memory.table(table).get(id) ?? null
  }

  /** Removes an entry: the administrator accepts the other change, or the refusal. */
  async takeTheirs(key: string): Promise<void> {
    await this.outbox.giveUp(key, this.nation)
    this.wake()
  }

  /**
   * Sends an entry again under a new key, based on the current row; with another `input`, as the administrator wrote it anew. Returns the
   * key, or null when another window was faster.
   */
  async sendAgain(key: string, input?: Entry['input']): Promise<string | null> {
    const anew = await this.outbox.sendAgain(key, input)
    this.wake()
    return anew
  }

  /** Starts the next round now, after a live event or when the network is back. */
  wake(): void {
    this.#wakeHere()
    this.#channel.tell('wake')
  }

  #wakeHere(): void {
    this.#sync?.wake()
    this.#rest.abort()
  }

  /** Reads the outbox, and begins to read the rows. */
  async begin(): Promise<void> {
    const meta = await this.#reader.peek()
    this.#storedNation = meta?.nation ?? null
    await this.#readOutbox()
    this.#tell({ ...filledOf(meta), syncedAt: meta?.syncedAt ?? null })
    // The leading window answers with its state of the contact with the server.
    this.#channel.tell('wake')
    this.loaded = this.#load()
    this.#reading = this.loaded.catch(() => undefined)
  }

  async #load(): Promise<void> {
    await this.#readRows()
    this.#tell({ loading: false, rows: this.memory.size })
  }

  /** Reads the stored rows. If they cannot be read, the leader reads them from the server again; the outbox stays. */
  async #readRows(): Promise<void> {
    const before = this.nation
    const isRead = await this.#reader.read()
    await this.#readOutbox()
    if (!isRead) {
      this.#tell({ notice: 'damaged', rows: 0, ...filledOf(null) })
      this.#channel.tell('damaged')
      return
    }
    const { meta } = this.#reader
    // When the disk is full, nothing more is stored. The entries that were read before are still shown.
    if (!meta && this.memory.size > 0) return
    const { nation = before } = meta ?? {}
    const isAnother = before !== null && nation !== before
    this.#tell({ ...filledOf(meta), ...(isAnother && ({ notice: 'anotherNation' } as const)) })
  }

  async #readOutbox(): Promise<void> {
    await this.outbox.read()
    this.#tell({ lostEntries: this.outbox.lost, otherEntries: this.outbox.others })
  }

  /**
   * Follows the nation until the replica is closed. One window at a time does so (the leader); the others read what it writes.
   * Without a store each window follows by itself.
   */
  async follow(): Promise<void> {
    const { signal } = this.#stop
    const name = this.#isInMemory ? `${this.parts.name} ${crypto.randomUUID()}` : this.parts.name
    await this.parts.locks
      .exclusive(name, () => this.#lead(signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }

  /** Whether this window stores nothing, and so shares nothing with other windows. */
  get #isInMemory(): boolean {
    return this.#state.notice === 'noKey' || this.#state.notice === 'wrongKey'
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#tell({ leading: true })
    for (let failures = 0; !signal.aborted;) {
      // Created before the round, so that a wake-up at its very end is not lost.
      this.#rest = new AbortController()
      failures = (await this.#tryRound()) ? 0 : failures + 1
      await this.parts.rest(AbortSignal.any([signal, this.#rest.signal]), failures)
    }
  }

  /** One round. An unexpected error is shown in the state, and following goes on. Returns whether the round succeeded. */
  async #tryRound(): Promise<boolean> {
    try {
      await this.round()
      if (this.#state.trouble !== null) this.#tell({ trouble: null })
      return true
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#tell({ trouble: wordsOf(error) })
      return false
    }
  }

  /** One round of following. Only the leader calls it. */
  async round(): Promise<void> {
    this.#sync ??= await this.#beginToLead()
    try {
      await this.#sync.round(this.#stop.signal)
      const isOnline = this.#state.contact === 'online'
      this.#tell({ rows: this.memory.size, ...(isOnline && { syncedAt: this.parts.now() }) })
      const { contact, refusal, syncedAt } = this.#state
      this.#channel.tell({ contact, refusal, syncedAt })
    } catch (error) {
      if (error instanceof SignInEnded) return this.wipe()
      // The replica was wiped or closed during the round.
      if (this.#stop.signal.aborted) return
      if (!(error instanceof Outrun)) throw error
      // Another window started a new epoch: read its rows; the next round continues from them.
      this.#sync = null
      this.#reader.forget()
      this.#rest.abort()
    }
  }

  /** Reads what other windows wrote, and deletes rows that are damaged or belong to another administrator. */
  async #beginToLead(): Promise<Sync> {
    // If the first read failed, this is the second.
    await this.loaded.catch(() => undefined)
    await this.#catchUp()
    if (this.#reader.isUnusable) await this.store.deleteRows()
    this.#reader.isUnusable = false
    return this.#newSync()
  }

  #newSync(): Sync {
    const { nation, now } = this.parts
    const tell = (state: Partial<ReplicaState>) => {
      // The notice that nothing is stored stays: the outbox ends with the window.
      this.#tell(this.#isInMemory ? { ...state, notice: this.#state.notice } : state)
      if (state.notice === 'full') this.#channel.tell('full')
    }
    const wrote = () => this.#channel.tell('rows')
    const { memory, outbox } = this
    return new Sync({ nation, now, tell, wrote, memory, outbox, me: this.parts.me }, this.store, this.#reader.meta)
  }

  /** Reads what another window wrote: one read at a time, in the order of the batches. */
  #catchUp(): Promise<void> {
    const reading = this.#reading.then(() => (this.#stop.signal.aborted || this.#sync ? undefined : this.#readRows()))
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #hear(message: ReplicaNotice): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (message === 'wiped') return this.#forget()
    if (message === 'wake') return this.#wakeHere()
    if (typeof message === 'object') return this.#state.leading ? undefined : this.#tell(message)
    if (message === 'damaged') {
      this.#sync?.refill()
      this.#rest.abort()
    } else if (message === 'rows' && !this.#sync) await this.#catchUp()
    else if (message === 'outbox') {
      await this.#readOutbox()
      // The leader learns only now of commands that another window added, and sends them at once.
      this.#wakeHere()
    } else if (message === 'full') this.#tell({ notice: 'full' })
    this.#changed()
  }

  /** Deletes everything on this machine: at a sign-out, and when the server has ended the session. */
  async wipe(): Promise<void> {
    this.#forget()
    this.#channel.tell('wiped')
    await wipe(this.parts.name, this.parts.indexedDB)
  }

  #forget(): void {
    this.#stop.abort()
    this.store.close()
    this.store = memoryStore()
    this.memory.end()
    void this.outbox.read().then(() => this.#changed())
    this.#tell({ notice: 'wiped', contact: 'ended', rows: 0, ...filledOf(null) })
  }

  /** Stops this window; the stored data stays. */
  close(): void {
    this.#stop.abort()
    this.#channel.close()
    this.store.close()
  }

  #tell(state: Partial<ReplicaState>): void {
    this.#state = { ...this.#state, ...state }
    this.#changed()
  }

  #changed(): void {
    this.#overlay = null
    for (const watcher of this.#watchers) watcher()
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export type { ReplicaParts, Row }

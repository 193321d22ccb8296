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
 * Opens the replica of a profile, without a network. The outbox is there when this resolves; rows come after it, names first, and all
 * of them are there once `loaded` resolves.
 */
export async function openReplica(parts: ReplicaParts): Promise<Replica> {
  const { store, notice } = await storeOf(parts)
  const replica = new Replica(parts, store, notice)
  await replica.begin()
  return replica
}

/** A nation's rows on this machine, and what waits to be sent to it. */
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

  /** The public id of the administrator whose rows these are. */
  get me(): string {
    return this.parts.me
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** Calls back after every change of rows, entries or state. Answers how to stop. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** A row as it will be once the outbox was sent. */
  get<Table extends ReplicaTable>(table: Table, id: string): ReplicaRow<Table> | undefined {
    const waiting = this.overlay.get(table)
    const row = waiting?.has(id) ? waiting.get(id) : this.memory.table(table).get(id)
    return (row ?? undefined) as ReplicaRow<Table> | undefined
  }

  /** All rows of a table, as they will be once the outbox was sent; new ones last. */
  *rows<Table extends ReplicaTable>(table: Table): Iterable<ReplicaRow<Table>> {
    const waiting = this.overlay.get(table)
    for (const row of this.memory.table(table).rows()) if (!waiting?.has(row.id)) yield row as ReplicaRow<Table>
    for (const row of waiting?.values() ?? []) if (row) yield row as ReplicaRow<Table>
  }

  get overlay(): Overlay {
    this.#overlay ??= overlayOf(this.outbox.entries, this.memory, this.nation, this.parts.me)
    return this.#overlay
  }

  /** The nation whose rows these are: what waits for another one is not sent. Null before the first contact. */
  get nation(): string | null {
    return this.#sync?.nationId ?? this.#reader.meta?.nation ?? this.#storedNation
  }

  /**
   * Queues a command; it is shown at once and sent when the nation can be reached.
   * @throws NeedsToBeOnline, or the disk's refusal: then nothing is queued
   */
  async addCommand(command: NewCommand): Promise<Entry> {
    // Rows of another window are there a moment before it is known whose they are.
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

  /** A row as it is stored by now. Features are none of a replica's. */
  async #stored(table: CommandTable, id: string): Promise<Row | null> {
    if (table === 'features') return null
    await this.#catchUp()
    return this.memory.table(table).get(id) ?? null
  }

  /** Theirs stands, or the refusal is accepted: the entry goes. */
  async takeTheirs(key: string): Promise<void> {
    await this.outbox.giveUp(key, this.nation)
    this.wake()
  }

  /** Mine is sent again, under a new key and based on theirs. Answers that key, or null where another window was faster. */
  async sendAgain(key: string): Promise<string | null> {
    const anew = await this.outbox.sendAgain(key)
    this.wake()
    return anew
  }

  /** Something may have changed (a live event, a network that came back): the next round is now. */
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
    // The window that leads says where it stands with the server.
    this.#channel.tell('wake')
    this.loaded = this.#load()
    this.#reading = this.loaded.catch(() => undefined)
  }

  async #load(): Promise<void> {
    await this.#readRows()
    this.#tell({ loading: false, rows: this.memory.size })
  }

  /** Where rows cannot be read, the leader fills them anew; the outbox stays. */
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
    // Where the disk is full nothing is stored there any more, and what was read of it before is still shown.
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
   * Follows the nation until it is closed. Of all windows one does it at a time; the others read what it writes. Without a store each
   * follows by itself.
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

  /** Whether this window keeps nothing, and so shares nothing with others. */
  get #isInMemory(): boolean {
    return this.#state.notice === 'noKey' || this.#state.notice === 'wrongKey'
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#tell({ leading: true })
    for (let failures = 0; !signal.aborted;) {
      // Made before the round: who wakes it while it ends is heard.
      this.#rest = new AbortController()
      failures = (await this.#tryRound()) ? 0 : failures + 1
      await this.parts.rest(AbortSignal.any([signal, this.#rest.signal]), failures)
    }
  }

  /** A round that may fail unexpectedly: the state says so, and following goes on. Answers whether it went well. */
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

  /** One round of following; the caller is the one who leads. */
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
      // What was under way when everything was wiped or closed ends with it.
      if (this.#stop.signal.aborted) return
      if (!(error instanceof Outrun)) throw error
      // Another window began anew: its rows are read, and the next round goes on from there.
      this.#sync = null
      this.#reader.forget()
      this.#rest.abort()
    }
  }

  /** Reads what others wrote. What cannot be used, because it is damaged or another administrator's, goes now. */
  async #beginToLead(): Promise<Sync> {
    // Where the first reading failed, this is the second.
    await this.loaded.catch(() => undefined)
    await this.#catchUp()
    if (this.#reader.isUnusable) await this.store.deleteRows()
    this.#reader.isUnusable = false
    return this.#newSync()
  }

  #newSync(): Sync {
    const { nation, now } = this.parts
    const tell = (state: Partial<ReplicaState>) => {
      // The notice that nothing is stored stays: what waits ends with the window.
      this.#tell(this.#isInMemory ? { ...state, notice: this.#state.notice } : state)
      if (state.notice === 'full') this.#channel.tell('full')
    }
    const wrote = () => this.#channel.tell('rows')
    const { memory, outbox } = this
    return new Sync({ nation, now, tell, wrote, memory, outbox, me: this.parts.me }, this.store, this.#reader.meta)
  }

  /** Reads what another window wrote: one reading at a time, in the order of the batches. */
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
      // What another window queued is known only now: the leader sends it at once.
      this.#wakeHere()
    } else if (message === 'full') this.#tell({ notice: 'full' })
    this.#changed()
  }

  /** Deletes everything on this machine: at a sign-out, and when the sign-in was ended. */
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

  /** Ends the window's part in it; what is stored stays. */
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

import type { DexieOptions } from 'dexie'
import type { ReplicaRow, ReplicaTable } from '@nation/domain/replica'
import { isFull, wipe } from './database'
import { Memory } from './memory'
import { Outbox, type Queueing } from './outbox'
import { overlayOf, type Overlay } from './overlay'
import { CannotOpen } from './sealer'
import { memoryStore, openStore, type Store } from './store'
import { Slice } from './slice'
import { SignInEnded, Sync } from './sync'
import type { Channel, Entry, Kept, Locks, Nation, Notice, OpenChannel, ReplicaState, Row } from './types'

/** What a replica is made of. Everything that belongs to a browser is given to it. */
export interface ReplicaParts {
  /** One for each profile and nation: the name of its database, of its lock and of its channel. */
  readonly name: string
  /** 32 bytes that the system keeps; null where it keeps none. */
  readonly key: Uint8Array<ArrayBuffer> | null
  readonly indexedDB: DexieOptions
  readonly nation: Nation
  readonly locks: Locks
  readonly channel: OpenChannel
  /** The administrator's public id: who stands in rows that wait to be made. */
  readonly me: string
  readonly now: () => number
  /** Resolves when a round is due: after a while, or before that when the signal is given. */
  readonly rest: (signal: AbortSignal) => Promise<void>
  readonly memory?: Memory
}

const begun: ReplicaState = {
  notice: null,
  contact: 'unknown',
  loading: true,
  filled: false,
  rows: 0,
  estimate: 0,
  lostEntries: 0,
}

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

async function storeOf({ name, key, indexedDB }: ReplicaParts): Promise<{ store: Store; notice: Notice | null }> {
  if (key === null) return { store: memoryStore(), notice: 'noKey' }
  try {
    return { store: await openStore(name, key, indexedDB), notice: null }
  } catch (error) {
    if (error instanceof CannotOpen) return { store: memoryStore(), notice: 'wrongKey' }
    if (isFull(error)) return { store: memoryStore(), notice: 'full' }
    throw error
  }
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
  #kept: Kept | null = null
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
    this.#channel = parts.channel(parts.name, (message) => void this.#hear(message))
    this.outbox = new Outbox(
      parts.name,
      () => this.store,
      parts.locks,
      () => {
        this.#channel.tell('outbox')
        this.#changed()
      },
    )
    this.memory.watch(() => this.#changed())
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
    this.#overlay ??= overlayOf(this.outbox.entries, this.memory, this.#nation, this.parts.me)
    return this.#overlay
  }

  get #nation(): string | null {
    return this.#sync?.nationId ?? this.#kept?.nation ?? this.#storedNation
  }

  /**
   * Queues a command; it is shown at once and sent when the nation can be reached.
   * @throws NeedsToBeOnline, or the disk's refusal: then nothing is queued
   */
  async queue(command: Queueing): Promise<Entry> {
    const nation = this.#nation
    if (nation === null) throw new Error('A replica that was never filled has no nation to queue for.')
    const entry = await this.outbox.queue(command, nation, this.parts.now())
    this.wake()
    return entry
  }

  /** Theirs stands, or the refusal is accepted: the entry goes. */
  async takeTheirs(key: string): Promise<void> {
    await this.outbox.giveUp(key)
    this.wake()
  }

  /** Mine is sent again, under a new key and based on theirs. */
  async sendAgain(key: string): Promise<void> {
    await this.outbox.sendAgain(key)
    this.wake()
  }

  /** Something may have changed (a live event, a network that came back): the next round is now. */
  wake(): void {
    this.#sync?.wake()
    this.#rest.abort()
    this.#channel.tell('wake')
  }

  /** Reads the outbox, and begins to read the rows. */
  async begin(): Promise<void> {
    const kept = await this.store.kept()
    this.#storedNation = kept?.nation ?? null
    await this.outbox.read()
    const { filled = false, estimate = 0 } = kept ?? {}
    this.#tell({ filled, estimate, lostEntries: this.outbox.lost })
    this.loaded = this.#load()
    this.#reading = this.loaded.catch(() => undefined)
  }

  async #load(): Promise<void> {
    await this.#readOrForget()
    this.#tell({ loading: false, filled: this.#kept?.filled ?? false, rows: this.memory.size })
  }

  /** Where rows cannot be read they are forgotten, and filled anew; the outbox stays. */
  async #readOrForget(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error
      this.memory.clear()
      await this.store.forgetRows()
      this.#kept = null
      await this.outbox.read()
      this.#tell({ notice: 'damaged' })
    }
  }

  /** Reads batches that are not in memory yet: all of them at the start, later those that another window wrote. */
  async #read(): Promise<void> {
    const slice = new Slice()
    const kept = await this.store.kept()
    const from = this.#kept?.next ?? 0
    if (kept) {
      for await (const some of this.store.batches(from)) {
        for (const { n, batch } of some) {
          if (this.#stop.signal.aborted) return
          this.memory.apply(batch, n, kept.since)
          await slice.goOn()
        }
        this.#tell({ rows: this.memory.size })
      }
      for (const [table, since] of Object.entries(kept.since))
        if (since > (this.#kept?.since[table as ReplicaTable] ?? 0))
          this.memory.dropBefore(table as ReplicaTable, since)
    }
    this.#kept = kept
    await this.outbox.read()
  }

  /**
   * Follows the nation until it is closed. Of all windows one does it at a time; the others read what it writes. Without a store each
   * follows by itself.
   */
  async follow(): Promise<void> {
    const { signal } = this.#stop
    const isShared = this.#state.notice !== 'noKey' && this.#state.notice !== 'wrongKey'
    const name = isShared ? this.parts.name : `${this.parts.name} ${crypto.randomUUID()}`
    await this.parts.locks
      .exclusive(name, () => this.#lead(signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }

  async #lead(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.round()
      this.#rest = new AbortController()
      await this.parts.rest(AbortSignal.any([signal, this.#rest.signal]))
    }
  }

  /** One round of following; the caller is the one who leads. */
  async round(): Promise<void> {
    if (!this.#sync) {
      await this.loaded
      await this.#catchUp()
      this.#sync = this.#newSync()
    }
    try {
      await this.#sync.round(this.#stop.signal)
      this.#tell({ rows: this.memory.size })
    } catch (error) {
      if (!(error instanceof SignInEnded)) throw error
      await this.wipe()
    }
  }

  #newSync(): Sync {
    const { nation, now } = this.parts
    const tell = (state: Partial<ReplicaState>) => this.#tell(state)
    const wrote = () => this.#channel.tell('rows')
    return new Sync({ nation, now, tell, wrote, memory: this.memory, outbox: this.outbox }, this.store, this.#kept)
  }

  /** Reads what another window wrote: one reading at a time, in the order of the batches. */
  #catchUp(): Promise<void> {
    this.#reading = this.#reading.then(() =>
      this.#stop.signal.aborted || this.#sync ? undefined : this.#readOrForget(),
    )
    return this.#reading
  }

  async #hear(message: 'rows' | 'outbox' | 'wake' | 'wiped'): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (message === 'wiped') return this.#forget()
    if (message === 'wake') {
      this.#sync?.wake()
      return this.#rest.abort()
    }
    if (message === 'rows' && !this.#sync) await this.#catchUp()
    else if (message === 'outbox') await this.outbox.read()
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
    this.memory.clear()
    void this.outbox.read().then(() => this.#changed())
    this.#tell({ notice: 'wiped', contact: 'ended', filled: false, rows: 0 })
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

export type { Row }

import { compact, rewrite, smallWith } from './compaction'
import type { Memory } from './memory'
import { inPieces } from './packing'
import { TimeSlice } from './time-slice'
import { memoryStore, numberedOf, type Store, type Writing } from './store'
import type { Batch, ReplicaMeta } from './types'

export interface StoredParts {
  readonly memory: Memory
  readonly now: () => number
  /** Other windows read what was written. */
  readonly wrote: () => void
}

/** How often batches with replaced rows are written again, and about how many rows of them: it is never much of what is written. */
const rewriteEveryMs = 30_000
const rewrittenAtOnce = 4_000

/** How often it is written that the rows are still the server's, where nothing changed. */
const keepTimeEveryMs = 60_000

/** At least as many batches are rewritten in a round that was woken: the duty ends also where there is always something to do. */
const leastRewritten = 4

/** The rows of a nation on the disk and in memory, which stay equal. The leader alone has it. */
export class Stored {
  #rewrittenAt = Number.NEGATIVE_INFINITY
  /** False once there was no room. */
  #isOnDisk = true

  constructor(
    private readonly parts: StoredParts,
    private store: Store,
    public meta: ReplicaMeta | null,
  ) {}

  /** Forgets all rows, and begins with this. */
  async begin(meta: ReplicaMeta): Promise<void> {
    await this.store.begin(meta)
    this.parts.memory.clear()
    this.meta = meta
    this.parts.wrote()
  }

  /**
   * Writes batches and their metadata in one transaction, and then takes them into memory, one after the other: others have
   * their turn in between.
   */
  async write(next: ReplicaMeta, ...batches: readonly Batch[]): Promise<void> {
    await this.writeBy(next, batches, (writing) => this.store.write(writing))
  }

  /** The same where something else is written in the transaction: `by` writes it with what it is given. */
  async writeBy(next: ReplicaMeta, batches: readonly Batch[], by: (writing: Writing) => Promise<void>): Promise<void> {
    const numbered = numberedOf(next, batches)
    const meta = numbered.reduce((last, { n, batch }) => ({ ...last, small: smallWith(last, batch, n) }), next)
    await by(this.#isOnDisk ? { meta, batches } : {})
    const slice = new TimeSlice()
    const pieces = numbered.flatMap(({ n, batch }) => inPieces(batch).map((piece) => ({ n, piece })))
    for (const { n, piece } of pieces) {
      this.parts.memory.apply(piece, n)
      if (pieces.length > 1) await slice.goOn()
    }
    this.meta = meta
    this.parts.wrote()
  }

  /** Writes how far was read, where no row came. */
  async writePosition(meta: ReplicaMeta): Promise<void> {
    await this.store.write({ meta })
    this.meta = meta
  }

  /** Writes that the rows are the server's as of now, so that a console that starts without a network knows how old they are. */
  async keepTime(): Promise<void> {
    const now = this.parts.now()
    const { meta } = this
    if (meta && Math.abs(now - (meta.syncedAt ?? Number.NEGATIVE_INFINITY)) >= keepTimeEveryMs)
      await this.writePosition({ ...meta, syncedAt: now })
  }

  /** Rows make room for the outbox, and stay in memory from now on. */
  async leaveDisk(): Promise<void> {
    this.#isOnDisk = false
    await this.store.deleteRows()
    const disk = this.store
    this.store = { ...memoryStore(), write: ({ entries }) => disk.write({ ...(entries && { entries }) }) }
  }

  /**
   * Writes small batches together, and batches again that hold rows which count no more: at once where a row went or words were taken
   * back, little by little where rows were only replaced. @throws CannotOpen where a batch is damaged
   */
  async tidy(goesOn: () => boolean): Promise<void> {
    const { memory, now } = this.parts
    const { owed } = memory
    if (!this.meta || !this.#isOnDisk) return
    this.meta = await compact(this.store, memory, this.meta)
    for (let count = 0; owed.urgent !== undefined; count++) {
      if (count >= leastRewritten && !goesOn()) return
      await this.#rewrite(owed.urgent)
    }
    if (Math.abs(now() - this.#rewrittenAt) < rewriteEveryMs) return
    this.#rewrittenAt = now()
    for (let rows = 0; rows < rewrittenAtOnce && owed.next !== undefined && goesOn();)
      rows += await this.#rewrite(owed.next)
  }

  async #rewrite(n: number): Promise<number> {
    const [meta, rows] = await rewrite(this.store, this.parts.memory, this.meta!, n)
    this.meta = meta
    return rows
  }
}

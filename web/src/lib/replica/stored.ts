import { compact, rewrite, smallWith } from './compaction'
import type { Memory } from './memory'
import { inPieces } from './packing'
import { TimeSlice } from './time-slice'
import { memoryStore, numberedOf, type Store, type Writing } from './store'
import type { Batch, ReplicaMeta } from './types'

export interface StoredParts {
  readonly memory: Memory
  readonly now: () => number
  /** Tells other windows to read what was written. */
  readonly wrote: () => void
}

/** How often batches with replaced rows are rewritten, and about how many of their rows at a time. Most writes stay those of new rows. */
const rewriteEveryMs = 30_000
const rewrittenAtOnce = 4_000

/** How often the time of the last contact with the server is stored while no row changes. */
const keepTimeEveryMs = 60_000

/** The least number of batches that one call of `tidy` rewrites, so that urgent rewrites end even when each round is interrupted. */
const leastRewritten = 4

/** The rows of a nation on disk and in memory, which this class keeps equal. Only the leading window has an instance. */
export class Stored {
  #rewrittenAt = Number.NEGATIVE_INFINITY
  /** False once the disk was full. */
  #isOnDisk = true

  constructor(
    private readonly parts: StoredParts,
    private store: Store,
    public meta: ReplicaMeta | null,
  ) {}

  /** Deletes all rows, and stores the metadata of an empty replica. */
  async begin(meta: ReplicaMeta): Promise<void> {
    await this.store.begin(meta)
    this.parts.memory.clear()
    this.meta = meta
    this.parts.wrote()
  }

  /**
   * Writes batches and their metadata in one transaction. Then applies them to memory one after the other, and yields to other
   * tasks in between.
   */
  async write(next: ReplicaMeta, ...batches: readonly Batch[]): Promise<void> {
    await this.writeBy(next, batches, (writing) => this.store.write(writing))
  }

  /** The same as `write`, for a caller with more to write: `by` runs the transaction with the given batches and its own entries. */
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

  /** Stores the position in the journal, after a read that brought no rows. */
  async writePosition(meta: ReplicaMeta): Promise<void> {
    await this.store.write({ meta })
    this.meta = meta
  }

  /** Stores that the rows are up to date now, so that a console that starts without a network shows how old they are. */
  async keepTime(): Promise<void> {
    const now = this.parts.now()
    const { meta } = this
    if (meta && Math.abs(now - (meta.syncedAt ?? Number.NEGATIVE_INFINITY)) >= keepTimeEveryMs)
      await this.writePosition({ ...meta, syncedAt: now })
  }

  /** Deletes the rows on disk, to make room for the outbox. From now on they are only in memory. */
  async leaveDisk(): Promise<void> {
    this.#isOnDisk = false
    await this.store.deleteRows()
    const disk = this.store
    this.store = { ...memoryStore(), write: ({ entries }) => disk.write({ ...(entries && { entries }) }) }
  }

  /**
   * Merges small batches, and rewrites batches that contain outdated rows. Batches with deleted rows or withdrawn texts are rewritten
   * at once, batches with replaced rows a few at a time.
   * @throws CannotOpen when a batch is damaged
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

import type { ReplicaTable } from '@nation/domain/replica'
import type { Memory } from './memory'
import { inPieces } from './packing'
import { CannotOpen } from './cipher'
import { TimeSlice } from './time-slice'
import type { Store } from './store'
import type { ReplicaMeta } from './types'

export interface ReaderParts {
  readonly memory: Memory
  /** The administrator whose rows may be read. */
  readonly me: string
  readonly store: () => Store
  readonly signal: AbortSignal
  /** Called when more rows are in memory. */
  readonly grown: () => void
}

/** Reads stored batches into memory: all of them at the start, later those that another window writes. */
export class Reader {
  #meta: ReplicaMeta | null = null
  /** The stored rows are damaged, or belong to another administrator. Only the leader may delete them. */
  isUnusable = false

  constructor(private readonly parts: ReaderParts) {}

  /** The batches that were read. */
  get meta(): ReplicaMeta | null {
    return this.#meta
  }

  /** The metadata of the rows, if it is this administrator's. Null also if it is damaged: reading the rows then says so. */
  async peek(): Promise<ReplicaMeta | null> {
    try {
      return await this.#mine()
    } catch (error) {
      if (error instanceof CannotOpen) return null
      throw error
    }
  }

  /** Starts again without rows: they were deleted, or another window started a new epoch. */
  forget(): void {
    this.#meta = null
    this.parts.memory.clear()
  }

  /** Reads the batches that are not in memory yet. Returns false if a batch is damaged: then no rows are in memory. */
  async read(): Promise<boolean> {
    for (;;) {
      const before = await this.peek()
      try {
        await this.#read()
        return true
      } catch (error) {
        if (!(error instanceof CannotOpen)) throw error
      }
      this.forget()
      // Another window may have started a new epoch meanwhile: its batches are not damaged.
      const after = await this.peek()
      if (after !== null && after.epoch !== before?.epoch) continue
      this.isUnusable = true
      return false
    }
  }

  async #mine(): Promise<ReplicaMeta | null> {
    const meta = await this.parts.store().meta()
    if (meta === null || meta.administrator === this.parts.me) return meta
    this.isUnusable = true
    return null
  }

  async #read(): Promise<void> {
    const meta = await this.#mine()
    if (meta === null) return void (this.#meta = null)
    if (this.#meta?.epoch !== meta.epoch) this.forget()
    await this.#batches(meta, this.#meta?.next ?? 0)
    const { memory, signal } = this.parts
    if (signal.aborted) return
    for (const [table, since] of Object.entries(meta.since))
      if (since > (this.#meta?.since[table as ReplicaTable] ?? 0)) memory.dropBefore(table as ReplicaTable, since)
    this.#meta = meta
  }

  async #batches(meta: ReplicaMeta, from: number): Promise<void> {
    const { memory, store, signal, grown } = this.parts
    const slice = new TimeSlice(undefined, 'background')
    let isFirst = true
    for await (const { n, batch } of store().batches(meta.epoch, from)) {
      for (const piece of inPieces(batch)) {
        if (signal.aborted) return
        memory.apply(piece, n, meta.since)
        await slice.goOn()
      }
      grown()
      // The page draws them before the others are read.
      if (isFirst) await slice.rest()
      isFirst = false
    }
  }
}

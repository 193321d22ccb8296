import type { ReplicaTable } from '@nation/domain/replica'
import type { Memory } from './memory'
import { inPieces } from './packing'
import { CannotOpen } from './cipher'
import { TimeSlice } from './time-slice'
import type { Store } from './store'
import type { ReplicaMeta } from './types'

export interface ReaderParts {
  readonly memory: Memory
  /** Whose rows may be read. */
  readonly me: string
  readonly store: () => Store
  readonly signal: AbortSignal
  /** Some more rows are in memory. */
  readonly grown: () => void
}

/** Reads stored batches into memory: all of them at the start, later those that another window wrote. */
export class Reader {
  #meta: ReplicaMeta | null = null
  /** What is stored is damaged, or another administrator's. Only the leader may forget it. */
  isUnusable = false

  constructor(private readonly parts: ReaderParts) {}

  /** How far was read. */
  get meta(): ReplicaMeta | null {
    return this.#meta
  }

  /** The metadata of the rows, where it is this administrator's. Null also where it is damaged: reading the rows shows that. */
  async peek(): Promise<ReplicaMeta | null> {
    try {
      return await this.#mine()
    } catch (error) {
      if (error instanceof CannotOpen) return null
      throw error
    }
  }

  /** Begins with nothing: what was read was forgotten, or another window began anew. */
  forget(): void {
    this.#meta = null
    this.parts.memory.clear()
  }

  /** Reads what is not in memory yet. Answers false where something is damaged: then no rows are in memory. */
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
      // Another window may have begun anew meanwhile: its batches are of another epoch, and are no damage.
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
      // They are drawn before the others are read.
      if (isFirst) await slice.rest()
      isFirst = false
    }
  }
}

import { replicaFormat } from '@nation/domain/replica/format'
import type { CallAnswer } from '@nation/domain/contract'
import { isFull } from './database'
import type { Memory } from './memory'
import type { Outbox } from './outbox'
import { ReadAhead } from './read-ahead'
import { isOfNation, notTheNation, provesEnded, saysEnded, SignInEnded } from './refusals'
import { CannotOpen } from './sealer'
import { Sender } from './sender'
import type { Store } from './store'
import { Stored } from './stored'
import {
  isRefusal,
  type Batch,
  type Job,
  type ReplicaMeta,
  type Nation,
  type Refusal,
  type ReplicaState,
} from './types'

export interface SyncParts {
  readonly nation: Nation
  readonly memory: Memory
  readonly outbox: Outbox
  /** The administrator's public id. */
  readonly me: string
  readonly now: () => number
  readonly tell: (state: Partial<ReplicaState>) => void
  /** Other windows read what was written. */
  readonly wrote: () => void
}

/** How long changes go unasked for while pages are read. */
const pullEveryMs = 30_000

/**
 * Follows the nation: sends what waits, reads what changed, fills what is missing. It does one thing at a time, so what is applied later
 * was read later, and no older row replaces a newer one.
 */
export class Sync {
  #greeted = false
  #pulledAt = 0
  #woken = false
  #isDamaged = false
  readonly #stored: Stored
  readonly #sender: Sender

  constructor(
    readonly parts: SyncParts,
    store: Store,
    kept: ReplicaMeta | null,
  ) {
    this.#stored = new Stored(parts, store, kept)
    this.#sender = new Sender(parts, this.#stored)
  }

  get #kept(): ReplicaMeta | null {
    return this.#stored.kept
  }

  /** Something may have changed: the next round, or the next page, begins with it. */
  wake(): void {
    this.#woken = true
  }

  /** What is stored is damaged: it is filled anew with the next round. */
  refill(): void {
    this.#greeted = false
    this.#isDamaged = true
  }

  get nationId(): string | null {
    return this.#kept?.nation ?? null
  }

  /** One round, to the end of all that can be done now. @throws SignInEnded, or what the store refuses */
  async round(signal?: AbortSignal): Promise<void> {
    this.#sender.beginRound()
    try {
      await this.#follow(signal)
    } catch (error) {
      this.#greeted = false
      await this.#failed(error)
    }
    await this.#tidy(signal)
  }

  async #follow(signal?: AbortSignal): Promise<void> {
    await this.#greet()
    do {
      if (!this.#greeted) return
      await this.#exchange()
      await this.#fill(signal)
    } while (this.#woken && !signal?.aborted)
    if (this.#greeted && this.#kept?.jobs.length === 0) await this.#stored.keepTime()
  }

  /** What is on the disk and counts no more goes, also where the nation cannot be reached. */
  async #tidy(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return
    try {
      await this.#stored.tidy(() => !this.#woken && !signal?.aborted)
    } catch (error) {
      if (isFull(error)) return this.#goOnInMemory()
      if (!(error instanceof CannotOpen)) throw error
      this.refill()
      this.parts.tell({ notice: 'damaged' })
    }
  }

  async #failed(error: unknown): Promise<void> {
    const { tell } = this.parts
    if (isFull(error)) return this.#goOnInMemory()
    if (!isRefusal(error)) throw error
    if (saysEnded(error)) return this.#saidToEnd(error)
    if (error.status === 0) tell({ contact: 'offline' })
    else if (!isOfNation(error)) tell({ contact: 'refused', refusal: notTheNation(error) })
    else if (error.status === 401) tell({ contact: 'signInNeeded' })
    // A server that does not know the replica's calls is of before them.
    else if (error.code === 'unknown_call') tell({ contact: 'olderServer' })
    else tell({ contact: 'refused', refusal: error.sentence })
  }

  /**
   * Somebody says that the sign-in has ended. Only the nation is believed. A command that was under way when it ended its session learns of
   * that without a proof: who asks once more hears it with one.
   * @throws SignInEnded
   */
  async #saidToEnd(refusal: Refusal): Promise<void> {
    const { nation, tell } = this.parts
    const isProven = (said: unknown) => isRefusal(said) && provesEnded(said, nation.farewell())
    if (isProven(refusal) || isProven(await nation.open().catch((error: unknown) => error)))
      throw new SignInEnded(refusal.sentence)
    tell({ contact: 'refused', refusal: notTheNation(refusal) })
  }

  /** The disk is full: rows are in memory, and are filled anew at the next start. */
  async #goOnInMemory(): Promise<void> {
    const { outbox, tell } = this.parts
    await this.#stored.leaveDisk()
    await outbox.read()
    tell({ notice: 'full' })
  }

  /** Asks who is there, once a contact: another nation behind the same address, or another format, begins anew. */
  async #greet(): Promise<void> {
    if (this.#greeted) return
    const opened = await this.parts.nation.open()
    const format: number = opened.format
    if (format !== replicaFormat) {
      this.parts.tell({ contact: format > replicaFormat ? 'newerServer' : 'olderServer' })
      return
    }
    const isOurs = this.#kept?.nation === opened.nation && this.#kept.format === format
    const isAnother = this.#kept !== null && this.#kept.nation !== opened.nation
    if (!isOurs || this.#isDamaged) await this.#beginAnew(opened)
    if (isAnother) this.parts.tell({ notice: 'anotherNation' })
    this.#greeted = true
    this.parts.tell({ contact: 'online', filled: this.#kept?.filled ?? false, estimate: this.#kept?.estimate ?? 0 })
  }

  async #beginAnew(opened: CallAnswer<'replica.open'>): Promise<void> {
    await this.#stored.begin(anew(opened, 1, { epoch: crypto.randomUUID(), administrator: this.parts.me }))
    this.#isDamaged = false
  }

  /** Sends what waits and reads what changed. Whoever wakes it from here on has it done once more. */
  async #exchange(): Promise<void> {
    this.#woken = false
    if (this.#greeted && this.#kept) await this.#sender.sendAll(this.#kept.nation)
    await this.#pull()
  }

  /** Reads what changed since the position; the rows and the new position are written together. */
  async #pull(): Promise<void> {
    if (!this.#greeted || !this.#kept) return
    for (;;) {
      const answer = await this.parts.nation.changes({ after: this.#kept.position })
      if (answer.reset) {
        const opened = await this.parts.nation.open()
        // Another nation, or another format, by now: the next contact begins with asking who is there.
        if (opened.nation !== this.#kept.nation || Number(opened.format) !== this.#kept.format) {
          this.#greeted = false
          return this.#greet()
        }
        await this.#stored.write({
          ...anew(opened, this.#kept.next, this.#kept),
          since: this.#kept.since,
          small: this.#kept.small,
          filled: this.#kept.filled,
          ...(this.#kept.syncedAt !== undefined && { syncedAt: this.#kept.syncedAt }),
        })
      } else {
        const n = this.#kept.next
        const left = this.#kept.jobs.filter(({ table }) => !answer.again.includes(table))
        const jobs = [...left, ...answer.again.map((table) => ({ table, since: n + 1, after: null }))]
        const { put, gone } = answer as unknown as Batch
        const isEmpty = Object.keys(put).length + Object.keys(gone).length === 0
        const kept = { ...this.#kept, position: answer.position, jobs }
        if (!isEmpty || answer.again.length > 0) await this.#stored.write({ ...kept, next: n + 1 }, { put, gone })
        else if (answer.position !== this.#kept.position) await this.#stored.writePosition(kept)
      }
      if (!answer.more) break
    }
    this.#pulledAt = this.parts.now()
  }

  /** Also where somebody set the clock back meanwhile. */
  get #isPullDue(): boolean {
    return Math.abs(this.parts.now() - this.#pulledAt) >= pullEveryMs
  }

  /** Reads the tables that are missing, page by page; what changes meanwhile is read in between. */
  async #fill(signal?: AbortSignal): Promise<void> {
    while (this.#greeted && this.#kept && this.#kept.jobs.length > 0 && !signal?.aborted) {
      const [job, ...others] = this.#kept.jobs
      await this.#fillTable(job!, others)
      if (this.#woken || this.#isPullDue) {
        await this.#exchange()
      }
    }
  }

  /** Reads pages of one table until something else is to be done; what was read ahead until then is read again after it. */
  async #fillTable(first: Job, others: readonly Job[]): Promise<void> {
    const pages = new ReadAhead(this.parts.nation, first)
    try {
      for (let job = first; ;) {
        const { batch, next } = await pages.take()
        const goesOn = next !== null && !this.#woken && !this.#isPullDue
        if (!goesOn) pages.stop()
        const read: Job = { ...job, after: next }
        await this.#page(job, batch, next === null ? others : [read, ...others], next === null)
        if (!goesOn) return
        job = read
      }
    } finally {
      pages.stop()
    }
  }

  async #page(job: Job, batch: Batch, jobs: readonly Job[], isLast: boolean): Promise<void> {
    const { table, since } = job
    const kept = this.#kept!
    const next: ReplicaMeta = {
      ...kept,
      next: kept.next + 1,
      jobs,
      filled: kept.filled || jobs.length === 0,
      since: isLast ? { ...kept.since, [table]: since } : kept.since,
    }
    await this.#stored.write(next, batch)
    if (isLast) this.parts.memory.dropBefore(table, since)
    const { memory, tell } = this.parts
    tell({ rows: memory.size, filled: next.filled })
  }
}

/** What a replica begins with: every table is to be read. */
const anew = (
  opened: CallAnswer<'replica.open'>,
  n: number,
  { epoch, administrator }: Pick<ReplicaMeta, 'epoch' | 'administrator'>,
): ReplicaMeta => ({
  epoch,
  administrator,
  format: opened.format,
  nation: opened.nation,
  position: opened.position,
  next: n + 1,
  jobs: opened.tables.map(({ table }) => ({ table, since: n + 1, after: null })),
  since: {},
  small: [],
  estimate: opened.tables.reduce((sum, { rows }) => sum + rows, 0),
  filled: false,
})

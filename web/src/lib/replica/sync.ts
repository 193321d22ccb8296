import { replicaFormat } from '@nation/domain/replica/format'
import type { CallAnswer } from '@nation/domain/contract'
import type { ReplicaTable } from '@nation/domain/replica'
import { isFull } from './database'
import type { Memory } from './memory'
import type { Outbox } from './outbox'
import { filledOf } from './opening'
import { jobsOf, ReadAhead, type PageOfTable } from './read-ahead'
import { isOfNation, notTheNation, provesEnded, saysEnded, SignInEnded } from './refusals'
import { CannotOpen } from './cipher'
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
  /** Tells other windows to read what was written. */
  readonly wrote: () => void
}

/** The longest time without reading changes while pages are read. */
const pullEveryMs = 30_000

/**
 * Follows the nation: sends the outbox, reads changes, and reads missing tables. It makes one call at a time. So a row that is applied
 * later was read later, and no older row replaces a newer one.
 */
export class Sync {
  #greeted = false
  #pulledAt = 0
  #woken = false
  #isDamaged = false
  /** Tables whose first pages the server sends in one answer. */
  #short: ReadonlySet<ReplicaTable> = new Set()
  readonly #stored: Stored
  readonly #sender: Sender

  constructor(
    readonly parts: SyncParts,
    store: Store,
    meta: ReplicaMeta | null,
  ) {
    this.#stored = new Stored(parts, store, meta)
    this.#sender = new Sender(parts, this.#stored)
  }

  get #meta(): ReplicaMeta | null {
    return this.#stored.meta
  }

  /** Changes may wait on the server: the next round, or the next page, reads them first. */
  wake(): void {
    this.#woken = true
  }

  /** The stored rows are damaged: the next round reads all rows again. */
  refill(): void {
    this.#greeted = false
    this.#isDamaged = true
  }

  get nationId(): string | null {
    return this.#meta?.nation ?? null
  }

  /** One round: does everything that can be done now. @throws SignInEnded, or the store's error */
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
    let isNew = await this.#greet()
    do {
      if (!this.#greeted) return
      await this.#exchange(isNew)
      isNew = false
      await this.#fill(signal)
    } while (this.#woken && !signal?.aborted)
    if (this.#greeted && this.#meta?.jobs.length === 0) await this.#stored.keepTime()
  }

  /** Removes outdated rows from the disk, also while the nation cannot be reached. */
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
    // A server without the replica's calls is older than they are.
    else if (error.code === 'unknown_call') tell({ contact: 'olderServer' })
    else tell({ contact: 'refused', refusal: error.sentence })
  }

  /**
   * An answer says that the session has ended. It counts only with the nation's proof. The answer to a command that ended its own session
   * has no proof, so the replica asks once more and then receives it.
   * @throws SignInEnded
   */
  async #saidToEnd(refusal: Refusal): Promise<void> {
    const { nation, tell } = this.parts
    const isProven = (said: unknown) => isRefusal(said) && provesEnded(said, nation.farewell())
    if (isProven(refusal) || isProven(await nation.open().catch((error: unknown) => error)))
      throw new SignInEnded(refusal.sentence)
    tell({ contact: 'refused', refusal: notTheNation(refusal) })
  }

  /** The disk is full: rows stay in memory only, and are read again at the next start. */
  async #goOnInMemory(): Promise<void> {
    const { outbox, tell } = this.parts
    await this.#stored.leaveDisk()
    await outbox.read()
    tell({ notice: 'full' })
  }

  /**
   * Asks once for each contact which nation and format the server has. If they differ from the stored ones, the replica starts empty.
   * Returns whether it did.
   */
  async #greet(): Promise<boolean> {
    if (this.#greeted) return false
    const opened = await this.parts.nation.open()
    const format: number = opened.format
    if (format !== replicaFormat) {
      this.parts.tell({ contact: format > replicaFormat ? 'newerServer' : 'olderServer' })
      return false
    }
    this.#short = new Set(opened.tables.flatMap(({ table, short }) => (short ? table : [])))
    const isOurs = this.#meta?.nation === opened.nation && this.#meta.format === format
    const isAnother = this.#meta !== null && this.#meta.nation !== opened.nation
    const beginsAnew = !isOurs || this.#isDamaged
    if (beginsAnew) await this.#beginAnew(opened)
    if (isAnother) this.parts.tell({ notice: 'anotherNation' })
    this.#greeted = true
    this.parts.tell({ contact: 'online', ...filledOf(this.#meta) })
    return beginsAnew
  }

  async #beginAnew(opened: CallAnswer<'replica.open'>): Promise<void> {
    await this.#stored.begin(anew(opened, 1, { epoch: crypto.randomUUID(), administrator: this.parts.me }))
    this.#isDamaged = false
    this.#pulledAt = this.parts.now()
  }

  /**
   * Sends the outbox and reads changes. A call of `wake` from here on repeats it.
   * @param isNew whether the replica is empty: then the pages, or the next changes, contain all changes since the position
   */
  async #exchange(isNew = false): Promise<void> {
    this.#woken = false
    if (this.#greeted && this.#meta) await this.#sender.sendAll(this.#meta.nation)
    if (!isNew) await this.#pull()
  }

  /** Reads the changes since the position, and writes the rows and the new position together. */
  async #pull(): Promise<void> {
    if (!this.#greeted || !this.#meta) return
    for (;;) {
      const answer = await this.parts.nation.changes({ after: this.#meta.position })
      if (answer.reset) {
        const opened = await this.parts.nation.open()
        // The server has another nation or format now: the next contact asks for them first.
        if (opened.nation !== this.#meta.nation || Number(opened.format) !== this.#meta.format) {
          this.#greeted = false
          return void (await this.#greet())
        }
        await this.#stored.write({
          ...anew(opened, this.#meta.next, this.#meta),
          since: this.#meta.since,
          small: this.#meta.small,
          filled: this.#meta.filled,
          ...(this.#meta.syncedAt !== undefined && { syncedAt: this.#meta.syncedAt }),
        })
      } else {
        const n = this.#meta.next
        const left = this.#meta.jobs.filter(({ table }) => !answer.again.includes(table))
        const jobs = [...left, ...answer.again.map((table) => ({ table, since: n + 1, after: null }))]
        const { put, gone } = answer as unknown as Batch
        const isEmpty = Object.keys(put).length + Object.keys(gone).length === 0
        const meta = { ...this.#meta, position: answer.position, jobs }
        if (!isEmpty || answer.again.length > 0) await this.#stored.write({ ...meta, next: n + 1 }, { put, gone })
        else if (answer.position !== this.#meta.position) await this.#stored.writePosition(meta)
      }
      if (!this.#meta.filled) this.parts.tell(filledOf(this.#meta))
      if (!answer.more) break
    }
    this.#pulledAt = this.parts.now()
  }

  /** Whether changes are due; also true when the clock was set back. */
  get #isPullDue(): boolean {
    return Math.abs(this.parts.now() - this.#pulledAt) >= pullEveryMs
  }

  /** Reads missing tables page by page, and changes in between. */
  async #fill(signal?: AbortSignal): Promise<void> {
    while (this.#greeted && this.#meta && this.#meta.jobs.length > 0 && !signal?.aborted) {
      await this.#fillOn(this.#meta.jobs)
      if (this.#isInterrupted) await this.#exchange()
    }
  }

  get #isInterrupted(): boolean {
    return this.#woken || this.#isPullDue
  }

  /** Reads pages until other work is due. Pages that were read ahead are then read again. */
  async #fillOn(jobs: readonly Job[]): Promise<void> {
    const ahead = new ReadAhead(this.parts.nation, jobs, this.#short)
    try {
      while (this.#meta!.jobs.length > 0) {
        const pages = await ahead.take()
        const isLast = this.#isInterrupted
        if (isLast) ahead.stop()
        await this.#writePages(pages)
        if (isLast) return
      }
    } finally {
      ahead.stop()
    }
  }

  /** Writes pages and the position of each job in one transaction. The last page of a table's last part removes its old rows. */
  async #writePages(pages: readonly PageOfTable[]): Promise<void> {
    const meta = this.#meta!
    const jobs = pages.reduce(behind, meta.jobs)
    const complete = new Map(
      meta.jobs
        .filter(({ table }) => !jobs.some((job) => job.table === table))
        .map(({ table, since }) => [table, since]),
    )
    const next: ReplicaMeta = {
      ...meta,
      next: meta.next + pages.length,
      jobs,
      filled: meta.filled || jobs.length === 0,
      since: { ...meta.since, ...Object.fromEntries(complete) },
    }
    await this.#stored.write(next, ...pages.map(({ batch }) => batch))
    const { memory, tell } = this.parts
    for (const [table, since] of complete) memory.dropBefore(table, since)
    tell({ rows: memory.size, ...filledOf(next) })
  }
}

/** The jobs after a page of one of them was written. */
const behind = (jobs: readonly Job[], { table, after, next, others }: PageOfTable): readonly Job[] => {
  const read = [{ table, after, next }, ...others.map((other) => ({ ...other, after: null }))]
  return jobs.flatMap((job) => {
    const page = read.find((one) => one.table === job.table && one.after === job.after)
    if (!page) return job
    return page.next === null ? [] : { ...job, after: page.next }
  })
}

/** The metadata of an empty replica: every table must be read. */
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
  jobs: jobsOf(opened.tables, n + 1),
  since: {},
  small: [],
  estimate: opened.tables.reduce((sum, { rows }) => sum + rows, 0),
  filled: false,
})

import { setTimeout as pause } from 'node:timers/promises'
import { NationError } from '@nation/domain/errors'
import type { SignedIn } from './context'
import { commitBatch, type BatchService, type KeyedRequest, type Outcome } from './batch'
import { keyOf, type IdempotencyClaim } from './idempotency'
import { skipping, type Locks } from './rows'
import { afterDeadlocks, isDatabaseAway, isLockFailure, isLockTimeout, type Runtime } from './run'

/** Hands a request in; answers after the commit of the transaction that did it. */
export type GroupCommit<Input, Answer> = (
  caller: SignedIn,
  input: Input,
  idempotency: IdempotencyClaim | undefined,
) => Promise<Answer>

/** Times are in milliseconds. */
export interface GroupCommitOptions {
  /** The most requests of one transaction. */
  readonly most?: number
  /** The most requests that have no answer yet; one more is told `busy` at once. */
  readonly mostUnanswered?: number
  /** How long after its arrival a request may be put back because a row that it needs is held. */
  readonly patienceMs?: number
  /** After this time a request is told `busy`, whatever the database does. What was done is done: its key tells of it. */
  readonly limitMs?: number
  /** The pause of a request that was put back for the n-th time, from 0. */
  readonly rest?: (times: number) => Promise<unknown>
}

const defaults: Required<GroupCommitOptions> = {
  most: 256,
  mostUnanswered: 4_096,
  patienceMs: 1_400,
  limitMs: 1_900,
  rest: (times) => pause(Math.min(200, 10 * 2 ** times) * (0.5 + Math.random() / 2)),
}

/** A row for which a request waited in vain: for this time nobody waits for it for long. */
const stuckMs = 2_000
/** How often a request is still put back then: another process may have the row for a moment, when it is free again. */
const restsWhenStuck = 4
/** How long counters are locked beforehand after one of them did not come. */
const carefulMs = 10_000

interface Waiting<Input, Answer> extends KeyedRequest<Input> {
  readonly since: number
  rests: number
  /** The row for which it was put back last. */
  missed: string | null
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers what arrives while the last commit is under way, and commits it together: one transaction at a time, no timer.
 * A lone request goes at once; a crowd shares its commits. No request is answered before the commit.
 *
 * A request that is refused is refused alone. One that needs a row which another transaction holds is put back for a while and
 * then told `busy`, alone. When a transaction fails because of one request, the batch is halved until that one is alone; a
 * request whose transaction still meets deadlocks then is told `busy`. When the database is away, the commit may have happened:
 * the callers have to ask again, under the same keys.
 */
export function groupCommit<Input, Answer>(
  runtime: Runtime,
  service: BatchService<Input, Answer>,
  options: GroupCommitOptions = {},
): GroupCommit<Input, Answer> {
  const gathering = new GroupCommitter(runtime, service, { ...defaults, ...options })
  return (caller, input, idempotency) => gathering.take(caller, input, idempotency)
}

class GroupCommitter<Input, Answer> {
  /** All requests without an answer, the oldest first. */
  readonly #unanswered = new Set<Waiting<Input, Answer>>()
  /** Those of them that wait for the next batch. */
  readonly #ready: Waiting<Input, Answer>[] = []
  /** Rows that were waited for in vain, and until when that is remembered. */
  readonly #stuck = new Map<string, number>()
  #writing = false
  #watching = false
  #carefulUntil = -Infinity

  constructor(
    readonly runtime: Runtime,
    readonly service: BatchService<Input, Answer>,
    readonly options: Required<GroupCommitOptions>,
  ) {}

  take(caller: SignedIn, input: Input, idempotency: IdempotencyClaim | undefined): Promise<Answer> {
    if (this.#unanswered.size >= this.options.mostUnanswered) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const one = { caller, input, idempotency, since: performance.now(), rests: 0, missed: null, resolve, reject }
      this.#unanswered.add(one)
      this.#watch()
      this.#makeReady(one)
    })
  }

  #makeReady(one: Waiting<Input, Answer>): void {
    this.#ready.push(one)
    // What arrives in the same turn of the event loop travels together.
    if (!this.#writing) setImmediate(() => void this.#write())
  }

  async #write(): Promise<void> {
    if (this.#writing) return
    this.#writing = true
    try {
      while (this.#ready.length > 0) await this.#commit(this.#takeBatch())
    } finally {
      this.#writing = false
    }
  }

  /** The first of those that are ready. A second request under one key waits for the next batch, which knows the first's answer. */
  #takeBatch(): Waiting<Input, Answer>[] {
    const keys = new Set<string>()
    const batch: Waiting<Input, Answer>[] = []
    const later: Waiting<Input, Answer>[] = []
    for (const one of this.#ready.splice(0)) {
      if (!this.#unanswered.has(one)) continue
      const key = one.idempotency && keyOf(one.idempotency)
      if (batch.length === this.options.most || (key !== undefined && keys.has(key))) later.push(one)
      else batch.push(one)
      if (key !== undefined) keys.add(key)
    }
    this.#ready.push(...later)
    return batch
  }

  /** Commits a batch. Telling its callers is work: the next batch is on its way to the database before it is done. */
  async #commit(requests: readonly Waiting<Input, Answer>[]): Promise<void> {
    const batch = requests.filter((one) => this.#unanswered.has(one))
    if (batch.length === 0) return
    const { runtime, service } = this
    try {
      const outcomes = await afterDeadlocks(() => commitBatch(runtime, service, batch, this.#locks()))
      setImmediate(() => batch.forEach((one, place) => this.#settle(one, outcomes[place])))
    } catch (error) {
      await this.#afterFailure(batch, error)
    }
  }

  async #afterFailure(batch: readonly Waiting<Input, Answer>[], error: unknown): Promise<void> {
    if (isLockTimeout(error) && !this.#isCareful()) {
      // A counter did not come. Locked beforehand, it holds up only those who need it.
      this.#carefulUntil = performance.now() + carefulMs
      return this.#commit(batch)
    }
    const hitsAll = isLockTimeout(error) || isDatabaseAway(error) || error instanceof NationError
    if (batch.length === 1 || hitsAll) {
      const reason = isLockTimeout(error) || isLockFailure(error) ? busy() : error
      for (const one of batch) this.#answer(one, () => one.reject(reason))
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await this.#commit(batch.slice(0, middle))
    await this.#commit(batch.slice(middle))
  }

  #isCareful = (): boolean => performance.now() < this.#carefulUntil

  #locks = (): Locks => skipping(this.runtime.database, this.#isCareful() ? 'skipped' : 'waited for')

  #settle(one: Waiting<Input, Answer>, outcome: Outcome<Answer> | undefined): void {
    if (outcome?.held !== undefined) return this.#putBack(one, outcome.held)
    // It got the row that it had missed: whoever held it has let it go.
    if (one.missed !== null) this.#stuck.delete(one.missed)
    this.#answer(one, () => {
      if (outcome?.answer !== undefined) one.resolve(outcome.answer)
      else one.reject(outcome?.refused ?? new NationError('internal'))
    })
  }

  /** The request comes again after a rest, unless it or an earlier one has waited for this row long enough. */
  #putBack(one: Waiting<Input, Answer>, row: string): void {
    const now = performance.now()
    const isStuck = (this.#stuck.get(row) ?? -Infinity) > now
    const mayRest = isStuck ? one.rests < restsWhenStuck : now - one.since < this.options.patienceMs
    if (mayRest) {
      one.missed = row
      void this.options.rest(one.rests++).then(() => this.#makeReady(one))
      return
    }
    if (!isStuck) this.#markStuck(row, now)
    this.#answer(one, () => one.reject(busy()))
  }

  #markStuck(row: string, now: number): void {
    for (const [other, until] of this.#stuck) if (until <= now) this.#stuck.delete(other)
    this.#stuck.set(row, now + stuckMs)
    if (this.#isCareful()) this.#carefulUntil = now + carefulMs
  }

  #answer(one: Waiting<Input, Answer>, tell: () => void): void {
    if (this.#unanswered.delete(one)) tell()
  }

  /** Tells `busy` to those who have waited for too long, and looks again when the next one will have. */
  #watch(): void {
    if (this.#watching) return
    const [oldest] = this.#unanswered
    if (!oldest) return
    this.#watching = true
    const { limitMs } = this.options
    setTimeout(
      () => {
        this.#watching = false
        const now = performance.now()
        for (const one of this.#unanswered) {
          if (now - one.since < limitMs) break
          this.#answer(one, () => one.reject(busy()))
        }
        this.#watch()
      },
      Math.max(1, oldest.since + limitMs - performance.now()),
    ).unref()
  }
}

const busy = (): NationError => new NationError('busy', { retryAfter: 1 })

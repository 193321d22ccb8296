import { setTimeout as pause } from 'node:timers/promises'
import { NationError } from '@nation/domain/errors'
import type { SignedIn } from './context'
import { commitBatch, MayBeRepeat, type BatchService, type KeyedRequest, type Outcome } from './batch'
import { keyOf, type IdempotencyClaim } from './idempotency'
import { skipLocked, type Locks } from './rows'
import { afterDeadlocks, isDatabaseAway, isDuplicate, isLockFailure, isLockTimeout, type Runtime } from './run'

/** Adds a request to the queue. Resolves after the commit of the transaction that contains it. */
export type GroupCommit<Input, Answer> = (
  caller: SignedIn,
  input: Input,
  idempotency: IdempotencyClaim | undefined,
) => Promise<Answer>

/** Times are in milliseconds. */
export interface GroupCommitOptions {
  /** The largest number of requests in one transaction. */
  readonly most?: number
  /** The largest number of requests without an answer. A further request is refused with `busy` at once. */
  readonly mostUnanswered?: number
  /** For this time after its arrival a request is put back into the queue when it needs a locked row. */
  readonly retryForMs?: number
  /**
   * After this time a request is refused with `busy`, whatever the state of its transaction. If the transaction commits
   * nevertheless, a repeat under the same key gets its answer.
   */
  readonly limitMs?: number
  /** The pause before a request that was put back for the n-th time (from 0) joins a batch again. */
  readonly backoff?: (times: number) => Promise<unknown>
}

const defaults: Required<GroupCommitOptions> = {
  most: 256,
  mostUnanswered: 4_096,
  retryForMs: 1_400,
  limitMs: 1_900,
  backoff: (times) => pause(Math.min(200, 10 * 2 ** times) * (0.5 + Math.random() / 2)),
}

/**
 * A row that a request did not get in time counts as blocked for this time: further requests that need it are put back less often.
 */
const blockedMs = 2_000
/**
 * How often a request is put back while its row is blocked. More than zero, because another process may lock the row for a moment
 * after it became free.
 */
const retriesWhenBlocked = 4
/** For this time after a lock timeout on a tally, batches lock their tallies in the first message. */
const countersFirstMs = 10_000
/** For this time after a batch that may have contained a repeat, batches read whether their requests are repeats. */
const repeatsReadMs = 2_000

interface Waiting<Input, Answer> extends KeyedRequest<Input> {
  readonly since: number
  retries: number
  /** The locked row because of which it was last put back. */
  missed: string | null
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: requests that arrive while a commit is under way become the next batch, which shares one transaction. Only one
 * transaction runs at a time, and there is no timer: a single request is committed at once. No request is answered before its
 * commit.
 *
 * A refused request does not affect the others. A request that needs a row which another transaction has locked is put back into
 * the queue for a while, and then refused with `busy`. When a transaction fails because of one request, the batch is halved until
 * that request is alone. If its transaction still meets deadlocks then, it is refused with `busy`. A batch that may contain repeats is
 * decided again by the service that reads them (`BatchService.withRepeats`). When the connection to the
 * database fails, the commit may have happened: the callers must repeat their requests under the same keys.
 */
export function groupCommit<Input, Answer>(
  runtime: Runtime,
  service: BatchService<Input, Answer>,
  options: GroupCommitOptions = {},
): GroupCommit<Input, Answer> {
  const committer = new GroupCommitter(runtime, service, { ...defaults, ...options })
  return (caller, input, idempotency) => committer.take(caller, input, idempotency)
}

class GroupCommitter<Input, Answer> {
  /** All requests without an answer, in the order of their arrival. */
  readonly #unanswered = new Set<Waiting<Input, Answer>>()
  /** The requests of these that wait for the next batch. */
  readonly #ready: Waiting<Input, Answer>[] = []
  /** Blocked rows, and until when each counts as blocked. */
  readonly #blockedRows = new Map<string, number>()
  #writing = false
  #watching = false
  #countersFirstUntil = -Infinity
  #repeatsReadUntil = -Infinity

  constructor(
    readonly runtime: Runtime,
    readonly service: BatchService<Input, Answer>,
    readonly options: Required<GroupCommitOptions>,
  ) {}

  take(caller: SignedIn, input: Input, idempotency: IdempotencyClaim | undefined): Promise<Answer> {
    if (this.#unanswered.size >= this.options.mostUnanswered) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const one = { caller, input, idempotency, since: performance.now(), retries: 0, missed: null, resolve, reject }
      this.#unanswered.add(one)
      this.#watch()
      this.#makeReady(one)
    })
  }

  #makeReady(one: Waiting<Input, Answer>): void {
    this.#ready.push(one)
    // Requests that arrive in the same turn of the event loop become one batch.
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

  /**
   * The next batch: the first requests of the queue. A second request under the same key is left for the next batch, which finds
   * the first one's answer.
   */
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

  /** Commits a batch. The callers are answered after the next batch was sent, because answering costs time. */
  async #commit(requests: readonly Waiting<Input, Answer>[]): Promise<void> {
    const batch = requests.filter((one) => this.#unanswered.has(one))
    if (batch.length === 0) return
    const readsRepeats = performance.now() < this.#repeatsReadUntil
    const service = (readsRepeats && this.service.withRepeats) || this.service
    try {
      const outcomes = await afterDeadlocks(() => commitBatch(this.runtime, service, batch, this.#locks()))
      setImmediate(() => batch.forEach((one, place) => this.#settle(one, outcomes[place])))
    } catch (error) {
      if (service.withRepeats && (error instanceof MayBeRepeat || isDuplicate(error))) {
        this.#repeatsReadUntil = performance.now() + repeatsReadMs
        return this.#commit(batch)
      }
      await this.#afterFailure(batch, error)
    }
  }

  async #afterFailure(batch: readonly Waiting<Input, Answer>[], error: unknown): Promise<void> {
    if (isLockTimeout(error) && !this.#locksCountersFirst()) {
      // A lock on a tally timed out. From now on tallies are locked in the first message, so that only requests for a locked
      // tally are put back.
      this.#countersFirstUntil = performance.now() + countersFirstMs
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

  #locksCountersFirst = (): boolean => performance.now() < this.#countersFirstUntil

  #locks = (): Locks => skipLocked(this.runtime.database, this.#locksCountersFirst() ? 'skipped' : 'waited for')

  #settle(one: Waiting<Input, Answer>, outcome: Outcome<Answer> | undefined): void {
    if (outcome?.locked !== undefined) return this.#putBack(one, outcome.locked)
    // The request got the row that was locked before: the row is free again.
    if (one.missed !== null) this.#blockedRows.delete(one.missed)
    this.#answer(one, () => {
      if (outcome?.answer !== undefined) one.resolve(outcome.answer)
      else one.reject(outcome?.refused ?? new NationError('internal'))
    })
  }

  /** Puts the request back after a pause, or refuses it when it, or an earlier request, has waited for this row long enough. */
  #putBack(one: Waiting<Input, Answer>, row: string): void {
    const now = performance.now()
    const isBlocked = (this.#blockedRows.get(row) ?? -Infinity) > now
    const mayRetry = isBlocked ? one.retries < retriesWhenBlocked : now - one.since < this.options.retryForMs
    if (mayRetry) {
      one.missed = row
      void this.options.backoff(one.retries++).then(() => this.#makeReady(one))
      return
    }
    if (!isBlocked) this.#markBlocked(row, now)
    this.#answer(one, () => one.reject(busy()))
  }

  #markBlocked(row: string, now: number): void {
    for (const [other, until] of this.#blockedRows) if (until <= now) this.#blockedRows.delete(other)
    this.#blockedRows.set(row, now + blockedMs)
    if (this.#locksCountersFirst()) this.#countersFirstUntil = now + countersFirstMs
  }

  #answer(one: Waiting<Input, Answer>, tell: () => void): void {
    if (this.#unanswered.delete(one)) tell()
  }

  /** Refuses with `busy` the requests that have waited longer than `limitMs`, and sets a timer for the next one. */
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

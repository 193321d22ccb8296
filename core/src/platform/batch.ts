import { NationError } from '@nation/domain/errors'
import { JournalDraft } from './journal-draft'
import { journalRows } from './write-journal'
import type { Context, SignedIn } from './context'
import { fullCallerRow, fullCallers, withoutNewOf } from './full-callers'
import {
  storedKeyRow,
  keyOf,
  keysKnown,
  knownAmong,
  newAnswers,
  type IdempotencyClaim,
  type KnownKeys,
} from './idempotency'
import { newPublicId } from './ids'
import { rowsOf } from './read-rows'
import { waitForLocks, type Locks } from './rows'
import type { Runtime } from './run'
import { inOneMessage, transactionInTwoMessages, type Statement } from './one-message'

/** One of many requests that are answered together. */
export interface BatchRequest<Input> {
  readonly caller: SignedIn
  readonly input: Input
}

/**
 * The result of one request: an answer, a refusal, or `locked`. `locked` names a row that the request needs and that another
 * transaction has locked; nothing was done for the request then.
 */
export type Outcome<Answer> =
  | { readonly answer: Answer; readonly refused?: never; readonly locked?: never }
  | { readonly refused: NationError; readonly answer?: never; readonly locked?: never }
  | { readonly locked: string; readonly answer?: never; readonly refused?: never }

/** What `decide` may use: the clock, new ids, and the journal of the transaction. */
export type BatchContext = Pick<Context, 'now' | 'newId' | 'journal'>

/** The result of a batch. */
export interface Decision<Answer> {
  /** In the order of the requests. */
  readonly outcomes: readonly Outcome<Answer>[]
  readonly writes: readonly Statement[]
  /**
   * Changes of rows that other batches change, too. They are written last, so that these rows are locked for the shortest time.
   */
  readonly counters: readonly Statement[]
}

/**
 * A change that many citizens make at the same time. It has two parts, so that a batch of any size needs only two messages to the
 * database: `statements` locks and reads, `decide` returns what is written and committed.
 */
export interface BatchService<Input, Answer> {
  /**
   * The statements that lock and read the rows that decide these requests (at least one); `locks` has their locking clauses. They
   * must lock every caller for update, also one whose request will be refused: only then are the idempotency keys safe to read. Null
   * in the place of one that has nothing to ask: a statement that finds nothing costs an answer.
   */
  readonly statements: (requests: readonly BatchRequest<Input>[], locks: Locks) => readonly (Statement | null)[]
  /** Decides some of these requests. `rows` are the answers to the statements of `statements`, in their order. */
  readonly decide: (
    ctx: BatchContext,
    requests: readonly BatchRequest<Input>[],
    rows: readonly unknown[],
    locks: Locks,
  ) => Decision<Answer>
  /**
   * The same service, which also reads whether requests are repeats. A service that has one may leave this reading out, because
   * repeats are rare: where a unique key refuses what it writes, or `decide` throws `MayBeRepeat`, nothing of the batch is written,
   * and this one decides it.
   */
  readonly withRepeats?: BatchService<Input, Answer>
}

/** Thrown by `decide`: the result of a request depends on whether it is a repeat, which was not read. */
export class MayBeRepeat extends Error {}

/** A request with its idempotency key, if it has one. */
export interface KeyedRequest<Input> extends BatchRequest<Input> {
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * Commits requests in one transaction. The idempotency keys are read while the callers are locked. So another transaction that
 * used a key has committed, and no other can use it before this one ends. A request with a known key gets the stored answer; the
 * other requests are decided, and their answers are stored with the writes.
 */
export async function commitBatch<Input, Answer>(
  runtime: Runtime,
  service: BatchService<Input, Answer>,
  requests: readonly KeyedRequest<Input>[],
  locks: Locks,
): Promise<readonly Outcome<Answer>[]> {
  const { now } = runtime.clock
  let wrote = false
  // Each connection is set to READ COMMITTED when it opens. Setting it here again would cost a statement for each commit.
  const outcomes = await transactionInTwoMessages(runtime.database, async (tx) => {
    const claims = requests.flatMap((one) => one.idempotency ?? [])
    const rows = await inOneMessage(tx, [
      ...service.statements(requests, locks),
      ...keysKnown(claims),
      ...fullCallers(claims, now()),
    ])
    const at = now()
    const known = knownNow(claims, rows, at)
    const fresh = requests.filter((one) => storedFor(known, one) === undefined)
    const ctx = { now, newId: () => newPublicId(now()), journal: new JournalDraft() }
    const { outcomes: decided, writes, counters } = decideSome(service, ctx, fresh, rows, locks)
    const journal = journalRows(ctx.journal, at)
    wrote = journal !== null
    const answers = newAnswers(answered(fresh, decided), at)
    return {
      answer: inTheirOrder(requests, known, decided),
      last: [...writes, ...answers, ...(journal ? [journal] : []), ...counters],
    }
  })
  if (wrote) runtime.nudge()
  return outcomes
}

/** The state of the keys, from the last two answers of the database. */
function knownNow(claims: readonly IdempotencyClaim[], rows: readonly unknown[], at: Date): KnownKeys {
  if (claims.length === 0) return new Map()
  const [stored, full] = rows.slice(-2)
  const known = knownAmong(claims, rowsOf(stored, storedKeyRow, 'keys of a batch'), at)
  return withoutNewOf(rowsOf(full, fullCallerRow, 'full callers of a batch'), claims, known, at)
}

/** Runs requests in the caller's transaction and waits for every lock. For tests and seeds, which make one request at a time. */
export async function runBatch<Input, Answer>(
  { tx, ...ctx }: Omit<Context, 'caller'>,
  service: BatchService<Input, Answer>,
  requests: readonly BatchRequest<Input>[],
): Promise<readonly Outcome<Answer>[]> {
  const { statements, decide } = service.withRepeats ?? service
  const rows = await inOneMessage(tx, statements(requests, waitForLocks))
  const { outcomes, writes, counters } = decide(ctx, requests, rows, waitForLocks)
  await inOneMessage(tx, [...writes, ...counters])
  return outcomes.map((one) => (one.locked === undefined ? one : citizenGone))
}

/**
 * The refusal when a row does not exist although its lock was waited for. Missing polls and elections are refused earlier, so it
 * is a citizen.
 */
export const citizenGone = { refused: new NationError('citizen_not_found') } as const

function decideSome<Input, Answer>(
  service: BatchService<Input, Answer>,
  ctx: BatchContext,
  requests: readonly BatchRequest<Input>[],
  rows: readonly unknown[],
  locks: Locks,
): Decision<Answer> {
  if (requests.length === 0) return { outcomes: [], writes: [], counters: [] }
  return service.decide(ctx, requests, rows, locks)
}

/** The stored result of a request's key, if any. Most batches have no known key; then nothing is looked up. */
const storedFor = (known: KnownKeys, { idempotency: claim }: KeyedRequest<unknown>) =>
  claim && known.size > 0 ? known.get(keyOf(claim)) : undefined

function inTheirOrder<Answer>(
  requests: readonly KeyedRequest<unknown>[],
  known: KnownKeys,
  decided: readonly Outcome<Answer>[],
): Outcome<Answer>[] {
  let next = 0
  return requests.map((one) => {
    const stored = storedFor(known, one)
    if (stored instanceof NationError) return { refused: stored }
    // Calls that are committed in batches have short answers; none is stored as a reference.
    if (stored) return { answer: stored.answer as Answer }
    return decided[next++] ?? { refused: new NationError('internal') }
  })
}

/** The keys and answers to store. A refusal is not stored, so its key can be used again. */
function answered<Answer>(
  requests: readonly KeyedRequest<unknown>[],
  outcomes: readonly Outcome<Answer>[],
): { readonly claim: IdempotencyClaim; readonly answer: Answer }[] {
  return requests.flatMap(({ idempotency: claim }, place) => {
    const answer = outcomes[place]?.answer
    return claim && answer !== undefined ? [{ claim, answer }] : []
  })
}

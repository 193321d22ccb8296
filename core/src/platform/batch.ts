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
import { waiting, type Locks } from './rows'
import type { Runtime } from './run'
import { inOneMessage, transactionInTwoMessages, type Statement } from './one-message'

/** One of many requests that are answered together. */
export interface BatchRequest<Input> {
  readonly caller: SignedIn
  readonly input: Input
}

/**
 * What became of one request: each has an outcome of its own. `held` names a row that the request needs and another transaction
 * holds: nothing was done then.
 */
export type Outcome<Answer> =
  | { readonly answer: Answer; readonly refused?: never; readonly held?: never }
  | { readonly refused: NationError; readonly answer?: never; readonly held?: never }
  | { readonly held: string; readonly answer?: never; readonly refused?: never }

/** What requests are decided with: the clock, ids, and the journal of their transaction. */
export type BatchContext = Pick<Context, 'now' | 'newId' | 'journal'>

/** What many requests came to. */
export interface Decision<Answer> {
  /** In the order of the requests. */
  readonly outcomes: readonly Outcome<Answer>[]
  readonly writes: readonly Statement[]
  /** Changes of rows that other batches change, too: written last, so that they are locked for as short as can be. */
  readonly counters: readonly Statement[]
}

/**
 * A change that many citizens ask for at once. It is declared in two parts, so that a batch of any size needs two messages to
 * the database: one that locks and reads, and one that writes and commits.
 */
export interface BatchService<Input, Answer> {
  /**
   * The statements that lock and read what the requests (at least one) are decided by, with the clauses that they are given.
   * They lock the callers for themselves, also where a request is refused: that is what makes the keys safe to read.
   */
  readonly ask: (requests: readonly BatchRequest<Input>[], locks: Locks) => readonly Statement[]
  /** Decides some of these requests by the rows of `ask`, in the order of its statements. */
  readonly decide: (
    ctx: BatchContext,
    requests: readonly BatchRequest<Input>[],
    rows: readonly unknown[],
    locks: Locks,
  ) => Decision<Answer>
}

/** A request with the key under which it is done once. */
export interface KeyedRequest<Input> extends BatchRequest<Input> {
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * Commits requests in one transaction. Their keys are read while their callers are locked: whoever used one of them before has
 * committed it, and nobody else can use it before this transaction ends. So a known key is answered from what was stored, and
 * the others are written with their answers.
 */
export async function commitBatch<Input, Answer>(
  runtime: Runtime,
  service: BatchService<Input, Answer>,
  requests: readonly KeyedRequest<Input>[],
  locks: Locks,
): Promise<readonly Outcome<Answer>[]> {
  const { now } = runtime.clock
  let wrote = false
  // Connections are READ COMMITTED from their beginning: saying it again would be a statement more for each commit.
  const outcomes = await transactionInTwoMessages(runtime.database, async (tx) => {
    const claims = requests.flatMap((one) => one.idempotency ?? [])
    const rows = await inOneMessage(tx, [
      ...service.ask(requests, locks),
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

/** What is known of the keys, by the last two answers of the database. */
function knownNow(claims: readonly IdempotencyClaim[], rows: readonly unknown[], at: Date): KnownKeys {
  if (claims.length === 0) return new Map()
  const [kept, full] = rows.slice(-2)
  const known = knownAmong(claims, rowsOf(kept, storedKeyRow, 'keys of a batch'), at)
  return withoutNewOf(rowsOf(full, fullCallerRow, 'full callers of a batch'), claims, known, at)
}

/** Does requests in the caller's transaction, and waits for every lock: for tests and seeds, which ask for one thing at a time. */
export async function runBatch<Input, Answer>(
  { tx, ...ctx }: Omit<Context, 'caller'>,
  service: BatchService<Input, Answer>,
  requests: readonly BatchRequest<Input>[],
): Promise<readonly Outcome<Answer>[]> {
  const rows = await inOneMessage(tx, service.ask(requests, waiting))
  const { outcomes, writes, counters } = service.decide(ctx, requests, rows, waiting)
  await inOneMessage(tx, [...writes, ...counters])
  return outcomes.map((one) => (one.held === undefined ? one : missing))
}

/** A row that was waited for, and is not there. Polls and elections are told apart before; it is a citizen's. */
export const missing = { refused: new NationError('citizen_not_found') } as const

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

/** What is stored under a request's key. In most batches no key is known, and none is looked for. */
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
    // What many change together is answered briefly: nothing of it is stored as a reference.
    if (stored) return { answer: stored.answer as Answer }
    return decided[next++] ?? { refused: new NationError('internal') }
  })
}

/** The keys of what was answered, with the answers. Nothing is stored for a refusal: its key may be tried again. */
function answered<Answer>(
  requests: readonly KeyedRequest<unknown>[],
  outcomes: readonly Outcome<Answer>[],
): { readonly claim: IdempotencyClaim; readonly answer: Answer }[] {
  return requests.flatMap(({ idempotency: claim }, place) => {
    const answer = outcomes[place]?.answer
    return claim && answer !== undefined ? [{ claim, answer }] : []
  })
}

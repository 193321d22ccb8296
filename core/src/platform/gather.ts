import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { JournalDraft } from '../journal/draft'
import { journalRows } from '../journal/write'
import type { Context, SignedIn } from './context'
import { newPublicId } from './ids'
import { claimKeys, forgetKeys, keepAnswers, keyOf, keysKnown, newAnswers, type IdempotencyClaim } from './idempotency'
import { insisting, isDatabaseAway, isDuplicate, type Runtime } from './run'
import { transactionTogether, type Statement } from './together'

/** One of many requests that are answered together. */
export interface GatheredRequest<Input> {
  readonly caller: SignedIn
  readonly input: Input
}

/** What became of one request: each has an outcome of its own. */
export type Outcome<Answer> =
  { readonly answer: Answer; readonly refused?: never } | { readonly refused: NationError; readonly answer?: never }

/** What many requests are done with, in one transaction. */
export interface GatheredContext extends Omit<Context, 'caller'> {
  /** Takes statements whose answers nobody waits for: they travel with the commit, after everything else was done. */
  readonly writeLast: (statements: readonly Statement[]) => void
}

/**
 * Does many requests in one transaction, with a fixed number of statements, by `tx.query` and `together` alone. Outcomes are in
 * the order of the requests.
 */
export type GatheredService<Input, Answer> = (
  ctx: GatheredContext,
  requests: readonly GatheredRequest<Input>[],
) => Promise<Outcome<Answer>[]>

/** Hands a request in; answers after the commit of the transaction that did it. */
export type Gatherer<Input, Answer> = (
  caller: SignedIn,
  input: Input,
  idempotency: IdempotencyClaim | undefined,
) => Promise<Answer>

export interface GatherOptions {
  /** The most requests of one transaction. */
  readonly most?: number
}

/**
 * Gathers what arrives while the last commit is under way, and commits it together: one transaction at a time, no timer.
 * A lone request goes at once; a crowd shares its commits. Nobody is answered before the commit. A request that is refused
 * is refused alone, and when a whole transaction fails, each of its requests is tried in one of its own; unless the database
 * is away: then the commit may have happened, and whoever asked has to ask again, under the same key.
 */
export function gather<Input, Answer>(
  runtime: Runtime,
  service: GatheredService<Input, Answer>,
  { most = 256 }: GatherOptions = {},
): Gatherer<Input, Answer> {
  const waiting: Waiting<Input, Answer>[] = []
  let writing = false

  async function write(): Promise<void> {
    if (writing) return
    writing = true
    try {
      while (waiting.length > 0) await commit(takeBatch(waiting, most))
    } finally {
      writing = false
    }
  }

  /** Commits a batch. Telling everybody is work: the next batch is on its way to the database before it is done. */
  async function commit(batch: readonly Waiting<Input, Answer>[]): Promise<void> {
    try {
      const outcomes = await insisting(() => commitBatch(runtime, service, batch))
      setImmediate(() => batch.forEach((one, place) => settle(one, outcomes[place])))
    } catch (error) {
      if (batch.length > 1 && !isDatabaseAway(error)) for (const one of batch) await commit([one])
      else for (const one of batch) one.reject(error)
    }
  }

  return (caller, input, idempotency) =>
    new Promise((resolve, reject) => {
      waiting.push({ caller, input, idempotency, resolve, reject })
      // What arrives in the same turn of the event loop travels together.
      if (!writing) setImmediate(() => void write())
    })
}

interface Waiting<Input, Answer> extends GatheredRequest<Input> {
  readonly idempotency: IdempotencyClaim | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** The first of those that wait. A second request under one key waits for the next batch, which sees the first's answer. */
function takeBatch<Input, Answer>(waiting: Waiting<Input, Answer>[], most: number): Waiting<Input, Answer>[] {
  const keys = new Set<string>()
  const batch: Waiting<Input, Answer>[] = []
  const later: Waiting<Input, Answer>[] = []
  for (const one of waiting.splice(0)) {
    const key = one.idempotency && keyOf(one.idempotency)
    if (batch.length === most || (key !== undefined && keys.has(key))) later.push(one)
    else batch.push(one)
    if (key !== undefined) keys.add(key)
  }
  waiting.push(...later)
  return batch
}

function settle<Input, Answer>(one: Waiting<Input, Answer>, outcome: Outcome<Answer> | undefined): void {
  if (!outcome) one.reject(new NationError('internal'))
  else if (outcome.refused) one.reject(outcome.refused)
  else one.resolve(outcome.answer)
}

/** Whether a statement failed because a key was written down already. */
const isKnownKey = (error: unknown): boolean =>
  isDuplicate(error, 'PRIMARY') && /INTO idempotency_keys/.test(String((error as { query?: unknown }).query))

/** A key of the batch turned out to be known: nothing may stand of what was done without having looked. */
class KeyWasUsed extends Error {}

/**
 * Commits a batch. Keys are almost always new, so they are written down with their answers at the end, once: the primary
 * key finds out whether that was so. When it was not, all is undone and done again with every key claimed first.
 */
async function commitBatch<Input, Answer>(
  runtime: Runtime,
  service: GatheredService<Input, Answer>,
  batch: readonly Waiting<Input, Answer>[],
): Promise<Outcome<Answer>[]> {
  try {
    return await inTransaction(runtime, service, (work) => withNewKeys(work, batch, runtime.clock.now()))
  } catch (error) {
    if (!(error instanceof KeyWasUsed) && !isKnownKey(error)) throw error
    return inTransaction(runtime, service, (work) => withClaimedKeys(work, batch, runtime.clock.now()))
  }
}

interface Work<Input, Answer> {
  readonly tx: EntityManager
  /** Runs the service for some of the requests. */
  readonly serve: (requests: readonly Waiting<Input, Answer>[]) => Promise<Outcome<Answer>[]>
}

/** What a batch came to, and what is still to be written, with the journal. */
interface Done<Answer> {
  readonly outcomes: Outcome<Answer>[]
  readonly last: readonly Statement[]
}

async function inTransaction<Input, Answer>(
  runtime: Runtime,
  service: GatheredService<Input, Answer>,
  answerAll: (work: Work<Input, Answer>) => Promise<Done<Answer>>,
): Promise<Outcome<Answer>[]> {
  const { now } = runtime.clock
  let wrote = false
  // Connections are READ COMMITTED from their beginning: saying it again would be a statement more for each commit.
  const outcomes = await transactionTogether(runtime.database, async (tx) => {
    const written: Statement[] = []
    const writeLast = (statements: readonly Statement[]) => void written.push(...statements)
    const ctx = { tx, now, newId: () => newPublicId(now()), journal: new JournalDraft(), writeLast }
    const done = await answerAll({ tx, serve: (requests) => service(ctx, requests) })
    const journal = journalRows(ctx.journal, now())
    wrote = journal !== null
    return { answer: done.outcomes, last: [...written, ...done.last, ...(journal ? [journal] : [])] }
  })
  if (wrote) runtime.nudge()
  return outcomes
}

async function withNewKeys<Input, Answer>(
  { tx, serve }: Work<Input, Answer>,
  batch: readonly Waiting<Input, Answer>[],
  at: Date,
): Promise<Done<Answer>> {
  const served = await serve(batch)
  const { kept, refused } = byOutcome(batch, served)
  // A refusal may follow from what was done under this very key a moment ago: then that is its answer.
  if (await keysKnown(tx, refused)) throw new KeyWasUsed()
  const outcomes = batch.map((_, place) => served[place] ?? { refused: new NationError('internal') })
  return { outcomes, last: newAnswers(kept, at) }
}

async function withClaimedKeys<Input, Answer>(
  { tx, serve }: Work<Input, Answer>,
  batch: readonly Waiting<Input, Answer>[],
  at: Date,
): Promise<Done<Answer>> {
  const claimed = await claimKeys(
    tx,
    batch.flatMap((one) => one.idempotency ?? []),
    at,
  )
  const replayed = batch.map((one) => replayOf<Answer>(claimed, one.idempotency))
  const fresh = batch.filter((_, place) => replayed[place] === undefined)
  const done = fresh.length > 0 ? await serve(fresh) : []
  const { kept, refused } = byOutcome(fresh, done)
  await keepAnswers(tx, kept)
  await forgetKeys(tx, refused)
  let next = 0
  const outcomes = replayed.map((known) => known ?? done[next++] ?? { refused: new NationError('internal') })
  return { outcomes, last: [] }
}

function replayOf<Answer>(
  claimed: Awaited<ReturnType<typeof claimKeys>>,
  claim: IdempotencyClaim | undefined,
): Outcome<Answer> | undefined {
  const known = claim && claimed.get(keyOf(claim))
  if (known instanceof NationError) return { refused: known }
  // What many change together is answered briefly: nothing of it is kept as a reference.
  return known && known.reference === undefined ? { answer: known.answer as Answer } : undefined
}

/** The keys of what was answered, with the answers, and those of what was refused: nothing happened under them. */
function byOutcome<Input, Answer>(
  requests: readonly Waiting<Input, Answer>[],
  outcomes: readonly Outcome<Answer>[],
): { readonly kept: { claim: IdempotencyClaim; answer: unknown }[]; readonly refused: IdempotencyClaim[] } {
  const kept: { claim: IdempotencyClaim; answer: unknown }[] = []
  const refused: IdempotencyClaim[] = []
  requests.forEach(({ idempotency: claim }, place) => {
    const outcome = outcomes[place]
    if (!claim || !outcome) return
    if (outcome.refused) refused.push(claim)
    else kept.push({ claim, answer: outcome.answer })
  })
  return { kept, refused }
}

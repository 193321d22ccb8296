import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { JournalDraft } from '../journal/draft'
import { writeJournal } from '../journal/write'
import type { Context, SignedIn } from './context'
import { newPublicId } from './ids'
import { claimKeys, forgetKeys, keepAnswers, keyOf, type IdempotencyClaim } from './idempotency'
import { insisting, isDatabaseAway, type Runtime } from './run'

/** One of many requests that are answered together. */
export interface GatheredRequest<Input> {
  readonly caller: SignedIn
  readonly input: Input
}

/** What became of one request: each has an outcome of its own. */
export type Outcome<Answer> =
  { readonly answer: Answer; readonly refused?: never } | { readonly refused: NationError; readonly answer?: never }

/** Does many requests in one transaction, with a fixed number of statements. Outcomes are in the order of the requests. */
export type GatheredService<Input, Answer> = (
  ctx: Omit<Context, 'caller'>,
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

  async function commit(batch: readonly Waiting<Input, Answer>[]): Promise<void> {
    try {
      const outcomes = await insisting(() => commitOnce(runtime, service, batch))
      batch.forEach((one, place) => settle(one, outcomes[place]))
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

async function commitOnce<Input, Answer>(
  runtime: Runtime,
  service: GatheredService<Input, Answer>,
  batch: readonly Waiting<Input, Answer>[],
): Promise<Outcome<Answer>[]> {
  const { now } = runtime.clock
  let wrote = false
  const outcomes = await runtime.database.transaction('READ COMMITTED', async (tx) => {
    const claimed = await claimKeys(
      tx,
      batch.flatMap((one) => one.idempotency ?? []),
      now(),
    )
    const replayed = batch.map((one) => replayOf<Answer>(claimed, one.idempotency))
    const fresh = batch.filter((_, place) => replayed[place] === undefined)
    const ctx = { tx, now, newId: () => newPublicId(now()), journal: new JournalDraft() }
    const done = fresh.length > 0 ? await service(ctx, fresh) : []
    await keepOutcomes(tx, fresh, done)
    wrote = await writeJournal(tx, ctx.journal, now())
    let next = 0
    return replayed.map((known) => known ?? done[next++] ?? { refused: new NationError('internal') })
  })
  if (wrote) runtime.nudge()
  return outcomes
}

function replayOf<Answer>(
  claimed: Awaited<ReturnType<typeof claimKeys>>,
  claim: IdempotencyClaim | undefined,
): Outcome<Answer> | undefined {
  const known = claim && claimed.get(keyOf(claim))
  if (known instanceof NationError) return { refused: known }
  return known ? { answer: known.answer as Answer } : undefined
}

/** Keeps the answers under their keys, and gives back the keys of what was refused: nothing happened under them. */
async function keepOutcomes<Input, Answer>(
  tx: EntityManager,
  requests: readonly Waiting<Input, Answer>[],
  outcomes: readonly Outcome<Answer>[],
): Promise<void> {
  const kept: { claim: IdempotencyClaim; answer: unknown }[] = []
  const refused: IdempotencyClaim[] = []
  requests.forEach(({ idempotency: claim }, place) => {
    const outcome = outcomes[place]
    if (!claim || !outcome) return
    if (outcome.refused) refused.push(claim)
    else kept.push({ claim, answer: outcome.answer })
  })
  await keepAnswers(tx, kept)
  await forgetKeys(tx, refused)
}

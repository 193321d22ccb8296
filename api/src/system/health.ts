import type { CallOutput } from '@nation/domain/contract'
import { journalHead } from '@nation/core/journal'
import type { Request } from '../frame'
import { version } from '../version'
import { column, readFirst, readOne, writesToRedis } from '@nation/core/platform'
import { measuredHealth } from '@nation/core/system'
import { failingJobCount } from '@nation/core/work'

const timeoutMs = 2_000

interface Part {
  readonly ok: boolean
  readonly latencyMs: number | null
}

/** `GET /api/health`: measured at each call, each part with a time limit. `degraded` when any part is away, also a Redis that takes nothing. */
export async function health({ deps }: Request): Promise<CallOutput<'system.health'>> {
  const { database, clock } = deps.runtime
  const [databasePart, redisPart, queues, failed, journal, measured] = await Promise.all([
    measure(() => takesChanges(database)),
    measure(() => writesToRedis(deps.redis)),
    orNull(deps.queueCounts()),
    orNull(failingJobCount(database)),
    orNull(journalState(deps)),
    orNull(measuredHealth(database, clock.now())),
  ])
  const ok = databasePart.ok && redisPart.ok && queues !== null && journal !== null
  return {
    success: true,
    status: ok ? 'ok' : 'degraded',
    version,
    now: clock.now().getTime(),
    uptimeSeconds: Math.floor(process.uptime()),
    database: { ...databasePart, engine: database.options.type },
    redis: redisPart,
    queues: {
      ok: queues !== null,
      waiting: queues?.waiting ?? null,
      active: queues?.active ?? null,
      // The queue forgets failures past a hundred, and those of work that the tick does beside it.
      failed,
    },
    measured,
    addresses: deps.addresses.state,
    journal: journal ?? { head: 0, waiting: 0, lagMs: 0 },
  }
}

/** So many entries without a number are counted: while no worker numbers them, they become more with each call. */
const countedAtMost = 1_000

async function journalState(deps: Request['deps']): Promise<{ head: number; waiting: number; lagMs: number }> {
  const { database, clock } = deps.runtime
  const [head, waiting, oldest] = await Promise.all([
    journalHead(database),
    readOne(
      database,
      { n: column.integer },
      `SELECT COUNT(*) AS n FROM (SELECT id FROM journal FORCE INDEX (uq_journal_seq) WHERE seq IS NULL LIMIT ${countedAtMost}) AS waiting`,
    ),
    readFirst(
      database,
      { at: column.instant },
      'SELECT at FROM journal FORCE INDEX (uq_journal_seq) WHERE seq IS NULL ORDER BY id LIMIT 1',
    ),
  ])
  const lagMs = oldest ? Math.max(0, clock.now().getTime() - oldest.at.getTime()) : 0
  return { head, waiting: waiting.n, lagMs }
}

/** Fails when the server is read-only: it then answers every question, and no citizen can change anything. */
async function takesChanges(database: Request['deps']['runtime']['database']): Promise<void> {
  const { readOnly } = await readOne(database, { readOnly: column.integer }, 'SELECT @@global.read_only AS readOnly')
  if (readOnly !== 0) throw new Error('The database is read-only.')
}

async function measure(ask: () => Promise<unknown>): Promise<Part> {
  const from = performance.now()
  const answer = await orNull(ask().then(() => true))
  return { ok: answer !== null, latencyMs: answer === null ? null : Math.round((performance.now() - from) * 100) / 100 }
}

/** The answer, or null when it fails or takes too long. */
function orNull<T>(promise: Promise<T>): Promise<T | null> {
  const { promise: late, cancel } = deadline(timeoutMs)
  return Promise.race([promise.catch(() => null), late]).finally(cancel)
}

function deadline(ms: number): { promise: Promise<null>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

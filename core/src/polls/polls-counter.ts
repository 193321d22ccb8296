import type { EntityManager } from 'typeorm'
import { addToCounter, type Context, type Counter, column, readOne, readRows, SharedRead } from '../platform'

/** How many row keys of polls are counted together: to skip many polls, whole blocks are skipped. */
export const blockSize = 1_000

const counterFor = (status: 'open' | 'closed'): Counter => ({
  topic: `polls.${status}`,
  slots: 1,
  recount: `SELECT FLOOR(id / ${blockSize}) AS subject, COUNT(*) AS n FROM polls WHERE status = '${status}' GROUP BY subject`,
})

/** Polls by what is written down of them, in blocks of their row keys. */
export const pollCounters = { open: counterFor('open'), closed: counterFor('closed') } as const

const blockOf = (id: string): string => String(BigInt(id) / BigInt(blockSize))

/** A poll is open from now on, or closed, or neither; in the transaction that writes it down. */
export async function countPoll(
  tx: EntityManager,
  id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<void> {
  // In one order, so that transactions do not deadlock.
  for (const status of ['closed', 'open'] as const) {
    const change = Number(to === status) - Number(from === status)
    await addToCounter(tx, pollCounters[status], blockOf(id), change)
  }
}

/** A block of row keys, and how many polls of a kind are in it. */
interface Block {
  readonly first: string
  readonly n: number
}

export type PollFilter = 'all' | 'active' | 'closed'
export type PollCounts = Record<PollFilter, number>

/** How many polls are written down as open and as closed; and of the open ones, how many their dates have closed by now. */
const countsShape = { open_count: column.integer, closed_count: column.integer, expired_count: column.integer }

/** A row of `countsShape`; its one value is the time. */
const countsSql = `SELECT
    (SELECT COALESCE(SUM(n), 0) FROM counters WHERE topic = '${pollCounters.open.topic}') AS open_count,
    (SELECT COALESCE(SUM(n), 0) FROM counters WHERE topic = '${pollCounters.closed.topic}') AS closed_count,
    (SELECT COUNT(*) FROM polls WHERE status = 'open' AND closes_at <= ?) AS expired_count`

/**
 * How many polls there are. What the clock says counts: a poll is closed by its date, also before the workers have written it
 * down.
 */
export async function pollCounts(tx: EntityManager, now: Date): Promise<PollCounts> {
  const row = await readOne(tx, countsShape, countsSql, [now])
  return {
    all: row.open_count + row.closed_count,
    active: row.open_count - row.expired_count,
    closed: row.closed_count + row.expired_count,
  }
}

interface SharedCounts {
  /** The clock of the page that asked last. */
  now: () => Date
  readonly counts: SharedRead<PollCounts>
}

const sharedCounts = new WeakMap<EntityManager, SharedCounts>()

/** The same for pages, which many ask for at once: those of a moment share the counts. */
export function countsOfPages({ tx, now }: Pick<Context, 'tx' | 'now'>): Promise<PollCounts> {
  const shared: SharedCounts = sharedCounts.get(tx) ?? {
    now,
    counts: new SharedRead(() => pollCounts(tx, shared.now())),
  }
  shared.now = now
  sharedCounts.set(tx, shared)
  return shared.counts.get()
}

const blockShape = { kind: column.text, block: column.digits, n: column.integer }

/** How many polls of a kind there are by blocks, the latest block first: what an offset skips. */
export async function pollBlocks(tx: EntityManager, filter: PollFilter, now: Date): Promise<Block[]> {
  const rows = await readRows(
    tx,
    blockShape,
    `SELECT topic AS kind, subject AS block, SUM(n) AS n FROM counters
     WHERE topic IN ('${pollCounters.open.topic}', '${pollCounters.closed.topic}') GROUP BY topic, subject
     UNION ALL SELECT 'expired', id DIV ${blockSize}, COUNT(*) FROM polls
     WHERE status = 'open' AND closes_at <= ? GROUP BY id DIV ${blockSize}`,
    [now],
  )
  const signs = signsOf[filter]
  const blocks = new Map<string, number>()
  for (const { kind, block, n } of rows) blocks.set(block, (blocks.get(block) ?? 0) + n * (signs[kind] ?? 0))
  return blocksOf(blocks)
}

/** What counts for a filter, and how: what is expired is written down as open, and closed. */
const signsOf: Record<PollFilter, Readonly<Record<string, number>>> = {
  all: { [pollCounters.open.topic]: 1, [pollCounters.closed.topic]: 1 },
  active: { [pollCounters.open.topic]: 1, expired: -1 },
  closed: { [pollCounters.closed.topic]: 1, expired: 1 },
}

const blocksOf = (figures: ReadonlyMap<string, number>): Block[] =>
  [...figures]
    .filter(([, n]) => n > 0)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([block, n]) => ({ first: String(BigInt(block) * BigInt(blockSize)), n }))

/** Where to begin to read so that `offset` polls are skipped: before this row key, and `rest` of them are left to skip. */
export function skipBlocks(
  blocks: readonly Block[],
  offset: number,
): { readonly before: string; readonly rest: number } | null {
  let rest = offset
  for (const { first, n } of blocks) {
    if (rest < n) return { before: String(BigInt(first) + BigInt(blockSize)), rest }
    rest -= n
  }
  return null
}

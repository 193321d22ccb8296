import type { EntityManager } from 'typeorm'
import { addToCounter, allCountersOf, type Counter } from '../platform/counters'
import { column, readRows } from '../platform'

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
  // In one order, so that nobody waits in a circle.
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

/** What the clock says of polls whose closing nobody has written down yet: they are few, and closed. */
export interface PollFigures {
  /** The latest block first. */
  readonly blocks: Record<PollFilter, readonly Block[]>
  readonly counts: Record<PollFilter, number>
}

export type PollFilter = 'all' | 'active' | 'closed'

/** How many polls there are, by blocks. */
export async function pollFigures(tx: EntityManager, now: Date): Promise<PollFigures> {
  const [open, closed] = [await allCountersOf(tx, pollCounters.open), await allCountersOf(tx, pollCounters.closed)]
  for (const id of await expiredPolls(tx, now)) {
    const block = blockOf(id)
    open.set(block, (open.get(block) ?? 0) - 1)
    closed.set(block, (closed.get(block) ?? 0) + 1)
  }
  const all = new Map(open)
  for (const [block, n] of closed) all.set(block, (all.get(block) ?? 0) + n)
  const blocks = { all: blocksOf(all), active: blocksOf(open), closed: blocksOf(closed) }
  return { blocks, counts: { all: sumOf(blocks.all), active: sumOf(blocks.active), closed: sumOf(blocks.closed) } }
}

/** Polls that their dates have closed, before the workers have written it down. */
export async function expiredPolls(tx: EntityManager, now: Date): Promise<string[]> {
  const rows = await readRows(tx, { id: column.key }, `SELECT id FROM polls WHERE status = 'open' AND closes_at <= ?`, [
    now,
  ])
  return rows.map(({ id }) => id)
}

const blocksOf = (figures: ReadonlyMap<string, number>): Block[] =>
  [...figures]
    .filter(([, n]) => n > 0)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([block, n]) => ({ first: String(BigInt(block) * BigInt(blockSize)), n }))

const sumOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { n }) => sum + n, 0)

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

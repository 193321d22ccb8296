import { type DataSource, In } from 'typeorm'
import { longestPauseMs, type XProfile, xBatchSize, XRefusal, type XAnswer, type XApp } from '../x'
import { change, clockSlackMs, column, type Context, readOne, readRows, type Runtime } from '../platform'
import { advanceWork, beginWork, finishWork, holdWork, openWork, type LongWork } from '../work'
import { Citizen } from './citizen.entity'
import { applyProfile } from './from-x'

/** How old what we know of X may become before it is asked again. */
export const staleAfterMs = 24 * 3_600_000

/**
 * How long stale citizens are collected before a round begins. They joined at all times of the day, and X limits the number
 * of requests, each of which can ask for many.
 */
export const refreshWindowMs = 3_600_000

const kind = 'citizens.refresh-from-x'
/** The pause after a failure for which X names no time, and after a batch that could not be stored. */
const retryAfterMs = 60_000

const staleBefore = (now: Date) => new Date(now.getTime() - staleAfterMs)

/** Accounts that X can be asked for: former citizens have no X id any more. */
const stale = 'left_at IS NULL AND x_refreshed_at < ?'

/**
 * When citizens are next to be refreshed: an hour after the oldest becomes stale, together with all who have by then; at
 * once while a round is under way, and when X may be asked again after it refused.
 */
export async function refreshDueAt(database: DataSource, now: Date): Promise<Date | null> {
  const round = await openWork(database.manager, kind)
  if (round) return pausedUntil(round, now) ?? (round.startedAt < now ? round.startedAt : now)
  const row = await readOne(
    database,
    { oldest: column.instant.nullable },
    'SELECT MIN(x_refreshed_at) AS oldest FROM citizens WHERE left_at IS NULL',
  )
  const oldest = row.oldest
  return oldest ? new Date(oldest.getTime() + staleAfterMs + refreshWindowMs) : null
}

/** A round that waits for X keeps in its position until when. A longer pause than X may ask for is of a clock that had jumped. */
function pausedUntil(round: LongWork, now: Date): Date | null {
  if (round.state !== 'waiting' || round.position === null) return null
  const until = Number(round.position)
  return until > now.getTime() + longestPauseMs + clockSlackMs ? null : new Date(until)
}

/**
 * Asks X for citizens that were not asked for since a day, 100 at a time, the longest ago first, until none is left or X
 * limits the requests. Each batch stores its progress, so a worker that was killed continues there.
 * @returns whether the round is over
 */
export async function refreshAllFromX(runtime: Runtime, x: XApp, until: () => boolean = () => false): Promise<boolean> {
  const round = await change(runtime, {}, beginRound)
  const now = runtime.clock.now()
  const paused = pausedUntil(round, now)
  if (paused && paused > now) return false
  for (;;) {
    const askedAt = runtime.clock.now()
    const batch = await nextBatch(runtime.database, askedAt)
    if (batch.length === 0) {
      await change(runtime, {}, (ctx) => finishWork(ctx.tx, round, ctx.now()))
      return true
    }
    const answer = await x
      .users(batch.map((one) => one.xId))
      .catch((error: unknown) => waitAfterRefusal(runtime, round, error))
    if (answer === null) return false
    try {
      await change(runtime, {}, (ctx) => writeDown(ctx, round, batch, answer, askedAt))
    } catch (error) {
      // X must not be asked for the same batch again at once. Where the database is away, no pause can be stored either.
      await waitForX(runtime, round, retryAfterMs, error).catch(() => undefined)
      throw error
    }
    if (answer.pauseMs > 0) {
      await waitForX(runtime, round, answer.pauseMs, 'X’s allowance is used up.')
      return false
    }
    if (until()) return false
  }
}

/** The round that is under way, or a new one with everybody who is stale now. */
async function beginRound(ctx: Context): Promise<LongWork> {
  const open = await openWork(ctx.tx, kind)
  if (open) return open
  const now = ctx.now()
  const row = await readOne(ctx.tx, { n: column.integer }, `SELECT COUNT(*) AS n FROM citizens WHERE ${stale}`, [
    staleBefore(now),
  ])
  return beginWork(ctx.tx, { kind, key: now.toISOString() }, now, row.n)
}

interface Asked {
  readonly id: string
  readonly xId: string
}

async function nextBatch(database: DataSource, now: Date): Promise<Asked[]> {
  const rows = await readRows(
    database,
    { id: column.key, x_id: column.text },
    `SELECT id, x_id FROM citizens WHERE ${stale} ORDER BY x_refreshed_at, id LIMIT ${xBatchSize}`,
    [staleBefore(now)],
  )
  return rows.map((row) => ({ id: row.id, xId: row.x_id }))
}

async function writeDown(
  ctx: Context,
  round: LongWork,
  batch: readonly Asked[],
  answer: XAnswer,
  askedAt: Date,
): Promise<void> {
  const profiles = new Map<string, XProfile>(answer.profiles.map((profile) => [profile.id, profile]))
  const missing = new Set(answer.missing)
  const citizens = await ctx.tx.getRepository(Citizen).find({
    where: { id: In(batch.map((one) => one.id)) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  })
  for (const citizen of citizens) {
    const profile = profiles.get(citizen.xId)
    if (profile) await applyProfile(ctx, citizen, profile, askedAt)
    else await markMissingOnX(ctx, citizen, missing.has(citizen.xId))
  }
  await advanceWork(ctx.tx, round, { done: batch.length, position: null }, ctx.now())
}

/** X shows nothing of this account: it is asked again tomorrow, and what was known of it stays. */
async function markMissingOnX(ctx: Context, citizen: Citizen, missing: boolean): Promise<void> {
  const now = ctx.now()
  await ctx.tx
    .getRepository(Citizen)
    .update({ id: citizen.id }, { xRefreshedAt: now, ...(missing && { xMissingSince: citizen.xMissingSince ?? now }) })
}

async function waitAfterRefusal(runtime: Runtime, round: LongWork, error: unknown): Promise<null> {
  if (!(error instanceof XRefusal)) throw error
  await waitForX(runtime, round, error.untilMs ?? retryAfterMs, error)
  return null
}

async function waitForX(runtime: Runtime, round: LongWork, ms: number, why: unknown): Promise<void> {
  await change(runtime, {}, async (ctx) => {
    const now = ctx.now()
    await advanceWork(ctx.tx, round, { done: 0, position: String(now.getTime() + ms) }, now)
    await holdWork(ctx.tx, round, 'waiting', why, now)
  })
}

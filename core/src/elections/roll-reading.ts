import { rollReadingDue, rollWindowMs } from '@nation/domain/elections'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import { beginScan, dropScan, scanByMint, scansFor, type BalanceScan } from '../citizens'
import { ChainUnavailable, type Chain, type TokenReading } from '../chain'
import { change, column, type Context, readFirst, readOne, readRows, type Runtime, write } from '../platform'
import { advanceWork, beginWork, finishWork, holdWork, readWork, restartWork } from '../work'
import { settleDoubts } from './roll-doubts'
import { gapNow } from './rollover/due'

/**
 * The opening that comes within the hour, whether its election is in the calendar or the rollover will put it there at that
 * very instant; null when none does.
 */
export async function nextOpening(tx: EntityManager, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + rollWindowMs)
  const planned = await readFirst(
    tx,
    { starts_at: column.instant },
    `SELECT starts_at FROM elections WHERE stage = 'planned' AND starts_at > ? AND starts_at <= ? ORDER BY starts_at LIMIT 1`,
    [now, until],
  )
  if (planned) return planned.starts_at
  const ending = await readFirst(
    tx,
    { ends_at: column.instant },
    `SELECT ends_at FROM elections WHERE ends_at > ? AND ends_at <= ? AND stage <> 'cancelled' ORDER BY ends_at LIMIT 1`,
    [now, until],
  )
  const end = ending?.ends_at
  const gap = end && (await gapNow(tx, end))
  return gap && gap.startsAt > now ? gap.startsAt : null
}

/** The opening for which the roll is to be read now; null when none comes, or when the latest reading will do. */
export async function rollToRead({ manager: tx }: DataSource, now: Date): Promise<Date | null> {
  const opensAt = await nextOpening(tx, now)
  const due = opensAt && rollReadingDue(opensAt, now)
  if (!opensAt || !due) return null
  const scans = await scansFor(tx, opensAt)
  // Wallet by wallet takes so long that once has to do.
  const does = (scan: BalanceScan) => scan.method === 'by_wallet' || scan.startedAt >= due
  return scans.some((scan) => scan.state === 'complete' && does(scan)) ? null : opensAt
}

/** How wallets are asked one by one. */
export interface RollPace {
  /** Most questions that are asked in a second. */
  readonly perSecond: number
  /** Wallets that are asked between two looks at the clock, at most 100: as many as one question may name. */
  readonly batch: number
}

export const rollPace: RollPace = { perSecond: 10, batch: 100 }

const nameOf = (opensAt: Date) => ({ kind: 'elections.read-roll', key: opensAt.toISOString() })

/**
 * Reads the roll of the opening that comes, once: all accounts of the token in one slot, or where no endpoint that answers
 * allows that wallet by wallet, in two passes of which the lesser counts. Goes on where it was killed, and ends at the opening.
 * @returns what it has: `nothing` when none is due or the chain did not answer
 */
export async function readRoll(
  runtime: Runtime,
  chain: Chain,
  pace = rollPace,
  until: () => boolean = () => false,
): Promise<'nothing' | 'reading' | 'complete'> {
  const opensAt = await rollToRead(runtime.database, runtime.clock.now())
  if (!opensAt) return 'nothing'
  try {
    const scan = await scanByMint(runtime, chain, 'roll', opensAt, (found) => settleDoubts(runtime, chain, found, pace))
    await change(runtime, {}, (ctx) => noteScan(ctx, opensAt, scan))
    return 'complete'
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    // Also while an endpoint that might allow it stays away: it is asked again with each slice of the work.
    if (error.refusedBySome) return readWalletByWallet(runtime, chain, opensAt, pace, until)
    await change(runtime, {}, async (ctx) => {
      await holdWork(ctx.tx, await beginWork(ctx.tx, nameOf(opensAt), ctx.now()), 'waiting', error, ctx.now())
    })
    return 'nothing'
  }
}

/** Says in public that the roll was read, and in which slot: whoever doubts it can look at the chain. */
async function noteScan(ctx: Context, opensAt: Date, scan: BalanceScan): Promise<void> {
  const at = ctx.now()
  const work = await beginWork(ctx.tx, nameOf(opensAt), at)
  if (scan.method === 'by_mint') {
    const counted = await readOne(
      ctx.tx,
      { n: column.integer },
      'SELECT COUNT(*) AS n FROM balance_scan_rows WHERE scan_id = ?',
      [scan.id],
    )
    await restartWork(ctx.tx, work, scan.startedAt)
    await advanceWork(ctx.tx, work, { done: counted.n, position: null }, at)
  }
  await finishWork(ctx.tx, work, at)
  ctx.journal.add({
    kind: 'elections.roll-read',
    facts: {
      opensAt: opensAt.getTime(),
      method: scan.method,
      slot: scan.slot,
      mint: scan.mint,
      reconciled: scan.reconciled,
    },
  })
}

async function readWalletByWallet(
  runtime: Runtime,
  chain: Chain,
  opensAt: Date,
  pace: RollPace,
  until: () => boolean,
): Promise<'nothing' | 'reading' | 'complete'> {
  const scan = await change(runtime, {}, (ctx) => openScan(ctx, chain, opensAt))
  for (;;) {
    if (runtime.clock.now() >= opensAt) return 'nothing'
    const step = await nextWallets(runtime, scan, opensAt, pace)
    if (step === null) {
      const told = await change(runtime, {}, (ctx) => endPasses(ctx, scan, opensAt))
      return told ? 'complete' : 'nothing'
    }
    const readings = await readEach(chain, step.wallets, pace)
    await change(runtime, {}, (ctx) => keepPass(ctx, scan, opensAt, step, readings))
    if (until()) return 'reading'
  }
}

/** The scan that is under way for this opening, or a new one from the beginning. */
async function openScan(ctx: Context, chain: Chain, opensAt: Date): Promise<BalanceScan> {
  const at = ctx.now()
  const work = await beginWork(ctx.tx, nameOf(opensAt), at)
  const scans = await scansFor(ctx.tx, opensAt)
  const open = scans.find((scan) => scan.method === 'by_wallet' && scan.state === 'reading')
  if (open && open.mint === chain.settings.mint) return open
  if (open) await dropScan(ctx.tx, open.id)
  const facts = { purpose: 'roll', method: 'by_wallet', mint: chain.settings.mint, opensAt } as const
  const id = await beginScan(ctx.tx, facts, at)
  const counted = await readOne(
    ctx.tx,
    { n: column.integer },
    'SELECT COUNT(*) AS n FROM citizens WHERE wallet_address IS NOT NULL AND (wallet_linked_at IS NULL OR wallet_linked_at <= ?)',
    [at],
  )
  await restartWork(ctx.tx, work, at, 2 * counted.n)
  return { id, ...facts, state: 'reading', slot: null, reconciled: false, startedAt: at, finishedAt: null }
}

interface Wallet {
  readonly id: string
  readonly address: string
  /** What it held when it was last read, in the second pass that is in the first; base units, null when it never was. */
  readonly known: bigint | null
}

interface Step {
  readonly pass: 1 | 2
  /** Where this batch begins, as the work's `position`: `<pass> <citizen>`. */
  readonly from: string
  readonly wallets: readonly Wallet[]
}

const walletRow = { id: column.key, wallet_address: column.text.present, known: column.bigint.nullable }

const beginning = '1 0'

/**
 * Whose turn it is: everybody once, then everybody a second time; null when all had both. Half of the time belongs to each
 * pass: whoever was not reached by then is not asked a first time any more, so that those who were are asked a second time.
 */
async function nextWallets(
  { database: { manager: tx }, clock }: Runtime,
  scan: BalanceScan,
  opensAt: Date,
  { batch }: RollPace,
): Promise<Step | null> {
  const work = await readWork(tx, nameOf(opensAt))
  const from = work?.position ?? beginning
  const [present = '1', after = '0'] = from.split(' ')
  const begun = scan.startedAt.getTime()
  const halfOver = clock.now().getTime() - begun >= (opensAt.getTime() - begun) / 2
  for (const pass of ([1, 2] as const).filter((one) => one >= (halfOver ? 2 : Number(present)))) {
    const rows = await readRows(tx, walletRow, passes[pass] + ` ORDER BY c.id LIMIT ${batch}`, [
      ...(pass === 2 ? [scan.id] : []),
      pass === Number(present) ? after : '0',
      scan.startedAt,
    ])
    const wallets = rows.map((row) => ({
      id: row.id,
      address: row.wallet_address,
      known: row.known,
    }))
    if (wallets.length > 0) return { pass, from, wallets }
  }
  return null
}

const due = 'c.id > ? AND c.wallet_address IS NOT NULL AND (c.wallet_linked_at IS NULL OR c.wallet_linked_at <= ?)'

/** Who is asked in a pass, and what is known of them by then. A second time only those are who told the first time. */
const passes = {
  1: `SELECT c.id, c.wallet_address, IF(c.balance_read_at IS NULL, NULL, c.token_balance) AS known FROM citizens c WHERE ${due}`,
  2: `SELECT c.id, c.wallet_address, r.balance AS known FROM citizens c
      JOIN balance_scan_rows r ON r.scan_id = ? AND r.wallet_address = c.wallet_address WHERE ${due}`,
} as const

type Reading = readonly [wallet: string, tokens: string, slot: string]

/**
 * What the chain tells of these wallets; whoever it does not tell of is left out, never written as nothing. Where most keep
 * their tokens is asked for all at once; whoever has less there than was known of them is asked for alone. (In the second
 * pass the lesser counts: whoever has no less than in the first need not be looked at more closely.)
 */
async function readEach(chain: Chain, wallets: Step['wallets'], { perSecond }: RollPace): Promise<Reading[]> {
  const pause = () => sleep(1000 / perSecond)
  const together = await tolerantly(chain.readAssociated(wallets.map(({ address }) => address)))
  await pause()
  const readings: Promise<Reading | null>[] = []
  const underWay = new Set<Promise<unknown>>()
  for (const { address, known } of wallets) {
    const associated = together?.get(address)
    if (associated !== undefined && known !== null && associated.tokens >= known) {
      readings.push(Promise.resolve(readingOf(address, associated)))
      continue
    }
    // Several at once, so that it is the pace that counts and not how long an endpoint thinks.
    if (underWay.size >= mostAtOnce) await Promise.race(underWay)
    const reading = tolerantly(chain.readTokens(address, known ?? 0n)).then((told) => told && readingOf(address, told))
    readings.push(reading)
    const over: Promise<unknown> = reading.then(
      () => underWay.delete(over),
      () => underWay.delete(over),
    )
    underWay.add(over)
    await pause()
  }
  return (await Promise.all(readings)).filter((reading) => reading !== null)
}

/** How many wallets are asked for at the same time. */
const mostAtOnce = 8

const readingOf = (address: string, { tokens, slot }: TokenReading): Reading => [
  address,
  tokens.toString(),
  slot.toString(),
]

/** An answer of the chain's, or null when it has none. */
async function tolerantly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ChainUnavailable) return null
    throw error
  }
}

/**
 * Keeps a batch of a pass. Of two readings of which nobody knows that they belong to one moment the lesser counts, so that
 * tokens which were passed on between the passes count nowhere twice.
 */
async function keepPass(
  ctx: Context,
  scan: BalanceScan,
  opensAt: Date,
  step: Step,
  readings: readonly Reading[],
): Promise<void> {
  const work = await beginWork(ctx.tx, nameOf(opensAt), ctx.now())
  // Somebody else did this batch while the chain was asked.
  if ((work.position ?? beginning) !== step.from) return
  if (step.pass === 1 && readings.length > 0) {
    await ctx.tx.query('INSERT INTO balance_scan_rows (scan_id, wallet_address, balance, slot, passes) VALUES ?', [
      readings.map(([wallet, tokens, slot]) => [scan.id, wallet, tokens, slot, 1]),
    ])
  }
  if (step.pass === 2 && readings.length > 0) {
    const given = readings.map(() => 'SELECT ? AS wallet, CAST(? AS UNSIGNED) AS tokens, ? AS slot').join(' UNION ALL ')
    await ctx.tx.query(
      `UPDATE balance_scan_rows r JOIN (${given}) AS given ON given.wallet = r.wallet_address
       SET r.balance = LEAST(r.balance, given.tokens), r.slot = given.slot, r.passes = 2 WHERE r.scan_id = ? AND r.passes = 1`,
      [...readings.flat(), scan.id],
    )
  }
  const position = `${step.pass} ${step.wallets.at(-1)?.id ?? '0'}`
  await advanceWork(ctx.tx, work, { done: step.wallets.length, position }, ctx.now())
}

/** Ends a reading in which everybody had their turn. One that told of nobody is no reading: it begins anew after a pause. */
async function endPasses(ctx: Context, scan: BalanceScan, opensAt: Date): Promise<boolean> {
  const counted = await readFirst(
    ctx.tx,
    { told: column.integer, linked: column.integer },
    `SELECT (SELECT COUNT(*) FROM balance_scan_rows WHERE scan_id = ? AND passes >= 2) AS told,
       (SELECT COUNT(*) FROM citizens WHERE wallet_address IS NOT NULL) AS linked`,
    [scan.id],
  )
  if (counted?.told === 0 && counted?.linked > 0) {
    await dropScan(ctx.tx, scan.id)
    const work = await beginWork(ctx.tx, nameOf(opensAt), ctx.now())
    await holdWork(ctx.tx, work, 'waiting', 'The chain told of none of the wallets.', ctx.now())
    return false
  }
  await completeScan(ctx, scan, opensAt)
  return true
}

async function completeScan(ctx: Context, scan: BalanceScan, opensAt: Date): Promise<void> {
  const at = ctx.now()
  const result = await write(
    ctx.tx,
    `UPDATE balance_scans SET state = 'complete', finished_at = ? WHERE id = ? AND state = 'reading'`,
    [at, scan.id],
  )
  if (result.affectedRows > 0) await noteScan(ctx, opensAt, { ...scan, state: 'complete', finishedAt: at })
}

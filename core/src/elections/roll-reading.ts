import { rollReadingDue, rollWindowMs, weekOf } from '@nation/domain/elections'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import { beginScan, dropScan, scanByMint, scansFor, type BalanceScan } from '../citizens'
import { ChainUnavailable, type Chain, type TokenReading } from '../chain'
import { change, column, type Context, readFirst, readOne, readRows, type Runtime, write } from '../platform'
import { advanceWork, beginWork, finishWork, holdWork, readWork, restartWork } from '../work'
import { scansOfToken } from './roll'
import { settleDoubts } from './roll-doubts'
import { gapNow } from './rollover/due'

/**
 * The opening within the next hour: of a planned election, or of one that the rollover will plan at that instant; null when there
 * is none.
 */
export async function nextOpening(tx: EntityManager, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + rollWindowMs)
  const planned = await readFirst(
    tx,
    { starts_at: column.instant },
    `SELECT starts_at FROM elections WHERE stage = 'planned' AND starts_at > ? AND starts_at <= ? ORDER BY starts_at LIMIT 1`,
    [now, until],
  )
  const openings = planned ? [planned.starts_at] : []
  for (const instant of await beginningsOfGaps(tx, now, until)) {
    const gap = await gapNow(tx, instant)
    if (gap && gap.startsAt > now) openings.push(gap.startsAt)
  }
  return openings.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/** The instants at which the rollover may plan an election: an election ends, a week ends, or an hour ago one was cancelled. */
async function beginningsOfGaps(tx: EntityManager, now: Date, until: Date): Promise<Date[]> {
  const rows = await readRows(
    tx,
    { instant: column.instant.present },
    `SELECT ends_at AS instant FROM elections WHERE ends_at > ? AND ends_at <= ? AND stage <> 'cancelled'
     UNION SELECT cancelled_at FROM elections WHERE stage = 'cancelled' AND cancelled_at > ? AND cancelled_at <= ?`,
    [now, until, new Date(now.getTime() - rollWindowMs), now],
  )
  // What was cancelled gives way an hour later.
  const instants = rows.map(({ instant }) => (instant > now ? instant : new Date(instant.getTime() + rollWindowMs)))
  const { endsAt } = weekOf(now)
  return endsAt <= until ? [...instants, endsAt] : instants
}

/** The opening for which the roll must be read now; null when there is none, or when the latest reading is recent enough. */
export async function rollToRead({ manager: tx }: DataSource, now: Date): Promise<Date | null> {
  const opensAt = await nextOpening(tx, now)
  const due = opensAt && rollReadingDue(opensAt, now)
  if (!opensAt || !due) return null
  const scans = await scansOfToken(tx, opensAt)
  // A reading wallet by wallet takes so long that there is time for only one.
  const does = (scan: BalanceScan) => scan.method === 'by_wallet' || scan.startedAt >= due
  return scans.some((scan) => scan.state === 'complete' && does(scan)) ? null : opensAt
}

/** The pace of a reading wallet by wallet. */
export interface RollPace {
  /** The largest number of requests in a second. */
  readonly perSecond: number
  /** The number of wallets in a batch; the clock is checked between batches. At most 100, the limit of one request. */
  readonly batch: number
}

export const rollPace: RollPace = { perSecond: 10, batch: 100 }

const nameOf = (opensAt: Date) => ({ kind: 'elections.read-roll', key: opensAt.toISOString() })

/**
 * Reads the balances for the roll of the next opening, once. It reads all accounts of the token in one slot. If no endpoint that
 * answers allows this, it reads wallet by wallet, in two passes of which the lower balance counts. It continues after a restart,
 * and ends at the opening. A list that is complete after the opening is dropped.
 * @returns `nothing` when no reading is due or the chain did not answer
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
    await scanByMint(runtime, chain, {
      purpose: 'roll',
      opensAt,
      withinMs: opensAt.getTime() - runtime.clock.now().getTime(),
      settle: (found) => settleDoubts(runtime, chain, found, pace),
      announce: async (ctx, scan) => {
        // The roll may have been taken without it; then nothing may say that it was read so.
        if (ctx.now() >= opensAt) throw new ChainUnavailable('The list of accounts came after the opening.')
        await noteScan(ctx, opensAt, scan)
      },
    })
    return 'complete'
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    // Also when an endpoint that might allow the scan does not answer: it is tried again with each slice.
    if (error.refusedBySome) return readWalletByWallet(runtime, chain, opensAt, pace, until)
    await change(runtime, {}, async (ctx) => {
      await holdWork(ctx.tx, await beginWork(ctx.tx, nameOf(opensAt), ctx.now()), 'waiting', error, ctx.now())
    })
    return 'nothing'
  }
}

/** Announces in public that the roll was read, and in which slot, so that anyone can check it on the chain. */
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
      const answered = await change(runtime, {}, (ctx) => endPasses(ctx, scan, opensAt))
      return answered ? 'complete' : 'nothing'
    }
    const readings = await readEach(chain, step.wallets, pace)
    await change(runtime, {}, (ctx) => savePass(ctx, scan, opensAt, step, readings))
    if (until()) return 'reading'
  }
}

/** The scan for this opening that is under way, or a new one. */
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
  /** The last known balance, in base units (in the second pass: that of the first pass); null when the wallet was never read. */
  readonly known: bigint | null
}

interface Step {
  readonly pass: 1 | 2
  /** Where this batch starts, as stored in the work's `position`: `<pass> <citizen>`. */
  readonly from: string
  readonly wallets: readonly Wallet[]
}

const walletRow = { id: column.key, wallet_address: column.text.present, known: column.bigint.nullable }

const beginning = '1 0'

/**
 * The next batch: all citizens once, then all a second time; null when both passes are done. Each pass has half of the time.
 * Citizens whom the first pass did not reach in its half are left out, so that the others are read a second time.
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

/** The wallets of a pass, with what is known of them. The second pass contains only those that answered in the first. */
const passes = {
  1: `SELECT c.id, c.wallet_address, IF(c.balance_read_at IS NULL, NULL, c.token_balance) AS known FROM citizens c WHERE ${due}`,
  2: `SELECT c.id, c.wallet_address, r.balance AS known FROM citizens c
      JOIN balance_scan_rows r ON r.scan_id = ? AND r.wallet_address = c.wallet_address WHERE ${due}`,
} as const

type Reading = readonly [wallet: string, tokens: string, slot: string]

/**
 * Reads these wallets. A wallet without an answer is left out, and never stored as empty. One request reads the usual token
 * accounts of all of them; a wallet that has less there than before is read with a request of its own. (In the second pass the
 * lower balance counts, so a wallet that has no less than in the first pass needs no further request.)
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
    // Several requests at once, so that the pace depends on the limit, not on the endpoint's response time.
    if (underWay.size >= mostAtOnce) await Promise.race(underWay)
    const reading = tolerantly(chain.readTokens(address, known ?? 0n)).then(
      (tokens) => tokens && readingOf(address, tokens),
    )
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

/** The number of requests for single wallets that run at the same time. */
const mostAtOnce = 8

const readingOf = (address: string, { tokens, slot }: TokenReading): Reading => [
  address,
  tokens.toString(),
  slot.toString(),
]

/** The chain's answer, or null when it fails. */
async function tolerantly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ChainUnavailable) return null
    throw error
  }
}

/**
 * Stores a batch of a pass. Two readings of a wallet may be from different moments, so the lower one counts: tokens that were
 * moved between the passes are then never counted twice.
 */
async function savePass(
  ctx: Context,
  scan: BalanceScan,
  opensAt: Date,
  step: Step,
  readings: readonly Reading[],
): Promise<void> {
  const work = await beginWork(ctx.tx, nameOf(opensAt), ctx.now())
  // Another process stored this batch while the chain was read.
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

/** Ends a reading whose two passes are done. If no wallet answered, it is not a reading: it starts again after a pause. */
async function endPasses(ctx: Context, scan: BalanceScan, opensAt: Date): Promise<boolean> {
  const counted = await readFirst(
    ctx.tx,
    { answered: column.integer, linked: column.integer },
    `SELECT (SELECT COUNT(*) FROM balance_scan_rows WHERE scan_id = ? AND passes >= 2) AS answered,
       (SELECT COUNT(*) FROM citizens WHERE wallet_address IS NOT NULL) AS linked`,
    [scan.id],
  )
  if (counted?.answered === 0 && counted?.linked > 0) {
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

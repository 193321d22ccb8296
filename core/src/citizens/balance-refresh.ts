import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import { ChainUnavailable, MethodRefused, type Chain, type WalletReading } from '../chain'
import { change, clockSlackMs, column, readRows, type RowOf, type Runtime } from '../platform'
import { beginWork, holdWork, type LongWork, readWork, restartWork } from '../work'
import { applyScan, nativePauses } from './balance-apply'
import { type BalanceScan, refreshScanOf, scanByMint } from './balance-scan'
import { saveFailure, saveReading, tokenIsCurrent } from './balance.rows'

/**
 * How the nation keeps its balances fresh. That a balance older than six hours is read again, and a wallet that the chain did not
 * tell of after five minutes, is in the column `citizens.balance_due_at`, which the database computes.
 */
export interface RefreshPace {
  /** A scan of all accounts is written until it is as old as this; then another one is taken. */
  readonly scanStandsMs: number
  /** After the chain did not answer, it is asked for everybody again after this. */
  readonly retryMs: number
  /** Wallets that are asked in one round. */
  readonly batch: number
  /** From so many stale wallets on, all accounts of the token are read at once, where an endpoint allows it. */
  readonly bulkFrom: number
  /** Most wallets that are asked in a second, one by one. */
  readonly perSecond: number
  /** How long is waited before native balances are asked for again, each time, when the chain did not tell them. */
  readonly pausesMs: readonly number[]
}

export const refreshPace: RefreshPace = {
  scanStandsMs: 6 * 3_600_000,
  retryMs: 5 * 60_000,
  batch: 100,
  bulkFrom: 50,
  perSecond: 10,
  pausesMs: nativePauses,
}

/** A wallet that is to be read. */
export interface StaleWallet {
  readonly id: string
  readonly uid: string
  readonly walletAddress: string
  readonly balance: string
}

const staleRow = { id: column.key, uid: column.text, wallet_address: column.text.present, token_balance: column.key }

type StaleRow = RowOf<typeof staleRow>

/** Whose balance is to be read, longest due first. The index on when it is due finds them: no other row is looked at. */
export async function staleWallets(database: DataSource, now: Date, most: number): Promise<StaleWallet[]> {
  const rows = await readRows(
    database,
    staleRow,
    `SELECT id, uid, wallet_address, token_balance FROM citizens FORCE INDEX (ix_citizens_balance_due)
     WHERE balance_due_at < ? ORDER BY balance_due_at, id LIMIT ${most}`,
    [now],
  )
  return rows.map(walletOf)
}

const walletOf = (row: StaleRow): StaleWallet => ({
  id: row.id,
  uid: row.uid,
  walletAddress: row.wallet_address,
  balance: row.token_balance,
})

const bulkWork = { kind: 'citizens.balances', key: 'all' } as const

/** Whether a balance is to be read, or the reading of all of them is to go on: whether a round would ask the chain. */
export async function balancesAreDue({ database, clock }: Runtime, mint: string): Promise<boolean> {
  const now = clock.now()
  const { scan, waits } = await openPass(database.manager, mint, now, refreshPace)
  const { length } = await staleWallets(database, now, waits ? refreshPace.bulkFrom : 1)
  if (waits) return length > 0 && length < refreshPace.bulkFrom
  return length > 0 || scan !== null
}

/**
 * One round of keeping balances fresh: all at once from one scan where many are stale and an endpoint allows it, otherwise a
 * batch, wallet by wallet at a bounded rate; until `until` says stop. A pass over all balances that was stopped, or that the chain
 * interrupted, goes on where it was. A chain that does not answer changes no balance.
 * @returns how many wallets were read; 0 also when the chain did not answer
 */
export async function refreshBalances(
  runtime: Runtime,
  chain: Chain,
  pace = refreshPace,
  until: () => boolean = () => false,
): Promise<number> {
  const now = runtime.clock.now()
  const stale = await staleWallets(runtime.database, now, pace.batch)
  const pass = await openPass(runtime.database.manager, chain.settings.mint, now, pace)
  const areMany = stale.length >= pace.bulkFrom
  if (areMany && pass.waits) return 0
  if (areMany || (pass.scan && !pass.waits)) {
    const read = await refreshAll(runtime, chain, pass.scan, pace, until)
    if (read !== 'refused') return read
  }
  return readWallets(runtime, chain, stale, pace.perSecond, until)
}

/** A pass over all balances that is not over. */
interface Pass {
  /** The scan that it writes; null when there is none, or when it is too old. */
  readonly scan: BalanceScan | null
  /** Whether the chain did not answer a moment ago. */
  readonly waits: boolean
}

async function openPass(tx: EntityManager, mint: string, now: Date, pace: RefreshPace): Promise<Pass> {
  const work = await readWork(tx, bulkWork)
  if (!work || (work.state !== 'running' && work.state !== 'waiting')) return { scan: null, waits: false }
  const waits = work.state === 'waiting' && isWithin(pace.retryMs, work.updatedAt, now)
  const stands = isWithin(pace.scanStandsMs, work.startedAt, now)
  return { scan: stands ? await refreshScanOf(tx, mint, work.startedAt) : null, waits }
}

/** Whether something happened since so many milliseconds. What lies ahead was written by a clock that had jumped. */
const isWithin = (ms: number, at: Date, now: Date): boolean =>
  at.getTime() >= now.getTime() - ms && at.getTime() <= now.getTime() + clockSlackMs

/** Until when, by the process's own clock, this chain is not asked for all accounts at once again. */
const refusedUntil = new WeakMap<Chain, number>()
const refusalMs = 3_600_000

/** @param known the scan of a pass that goes on; null for another one */
async function refreshAll(
  runtime: Runtime,
  chain: Chain,
  known: BalanceScan | null,
  pace: RefreshPace,
  until: () => boolean,
): Promise<number | 'refused'> {
  if (!known && performance.now() < (refusedUntil.get(chain) ?? -Infinity)) return 'refused'
  const doneBefore = (known && (await readWork(runtime.database.manager, bulkWork))?.done) ?? 0
  try {
    const scan = known ?? (await beginPass(runtime, chain))
    await applyScan(runtime, chain, scan, bulkWork, until, pace.pausesMs)
    return ((await readWork(runtime.database.manager, bulkWork))?.done ?? 0) - doneBefore
  } catch (error) {
    if (error instanceof MethodRefused && !known) {
      refusedUntil.set(chain, performance.now() + refusalMs)
      return 'refused'
    }
    if (!(error instanceof ChainUnavailable)) throw error
    await change(runtime, {}, async (ctx) => {
      await holdWork(ctx.tx, await heldPass(ctx.tx, ctx.now()), 'waiting', error, ctx.now())
    })
    return 0
  }
}

/** A pass bears the instant of its scan: by it the next slice finds the scan again. */
async function beginPass(runtime: Runtime, chain: Chain): Promise<BalanceScan> {
  const scan = await scanByMint(runtime, chain, { purpose: 'refresh' })
  await change(runtime, {}, async ({ tx, now }) => {
    await restartWork(tx, await beginWork(tx, bulkWork, now()), scan.startedAt)
  })
  return scan
}

/**
 * The pass that the chain interrupted. That the chain did not answer is written there alone: in the citizens' rows it would lock
 * everybody, and all of them would be due together again.
 */
async function heldPass(tx: EntityManager, at: Date): Promise<LongWork> {
  const work = await beginWork(tx, bulkWork, at)
  if (work.state === 'done' || work.state === 'failed') await restartWork(tx, work, at)
  return work
}

/**
 * Reads wallets one by one, at most so many a second, until `until` says stop.
 * @returns for how many the chain had a balance
 */
export async function readWallets(
  runtime: Runtime,
  chain: Chain,
  wallets: readonly StaleWallet[],
  perSecond: number,
  until: () => boolean = () => false,
): Promise<number> {
  let read = 0
  for (const wallet of wallets) {
    const began = performance.now()
    const reading = await readingOf(chain, wallet)
    if (await keep(runtime, chain, wallet, reading)) read += 1
    await sleep(Math.max(0, 1000 / perSecond - (performance.now() - began)))
    if (until()) break
  }
  return read
}

async function readingOf(chain: Chain, { walletAddress, balance }: StaleWallet): Promise<WalletReading | null> {
  try {
    return await chain.readWallet(walletAddress, BigInt(balance))
  } catch (error) {
    if (error instanceof ChainUnavailable) return null
    throw error
  }
}

function keep(runtime: Runtime, chain: Chain, wallet: StaleWallet, reading: WalletReading | null): Promise<boolean> {
  return change(runtime, {}, async (ctx) => {
    // The balance may have changed since the wallet was chosen: what was known is what stands under the lock.
    const [known] = await readRows(
      ctx.tx,
      { token_balance: column.key },
      'SELECT token_balance FROM citizens WHERE id = ? FOR UPDATE',
      [wallet.id],
    )
    if (reading === null || !(await tokenIsCurrent(ctx.tx, chain.settings))) {
      await saveFailure(ctx.tx, [wallet.id], ctx.now())
      return false
    }
    const saved = await saveReading(ctx.tx, wallet, reading, ctx.now())
    const balance = reading.tokens.toString()
    if (saved && balance !== known?.token_balance) {
      const { uid } = wallet
      ctx.journal.add({
        kind: 'citizens.balance-changed',
        subject: uid,
        visibility: `citizen:${uid}`,
        facts: { balance },
      })
    }
    return saved
  })
}

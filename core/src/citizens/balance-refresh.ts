import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import { ChainUnavailable, MethodRefused, type Chain, type WalletReading } from '../chain'
import { change, column, readRows, type RowOf, type Runtime } from '../platform'
import { beginWork, holdWork, restartWork } from '../work'
import { applyScan } from './balance-apply'
import { scanByMint } from './balance-scan'
import { saveFailure, saveReading, tokenIsCurrent } from './balance.rows'

/** How the nation keeps its balances fresh. */
export interface RefreshPace {
  /** A balance older than this is read again. */
  readonly staleMs: number
  /** A wallet that the chain did not tell of is tried again after this. */
  readonly retryMs: number
  /** Wallets that are asked in one round. */
  readonly batch: number
  /** From so many stale wallets on, all accounts of the token are read at once, where an endpoint allows it. */
  readonly bulkFrom: number
  /** Most wallets that are asked in a second, one by one. */
  readonly perSecond: number
}

export const refreshPace: RefreshPace = {
  staleMs: 6 * 3_600_000,
  retryMs: 5 * 60_000,
  batch: 100,
  bulkFrom: 50,
  perSecond: 10,
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

const staleCondition = `wallet_address IS NOT NULL AND (balance_read_at IS NULL OR balance_read_at < ?)
  AND (balance_tried_at IS NULL OR balance_tried_at < ?)`

const staleBefore = (now: Date, pace: RefreshPace) => [
  new Date(now.getTime() - pace.staleMs),
  new Date(now.getTime() - pace.retryMs),
]

/** Whose balance is to be read, longest untried first. */
export async function staleWallets(database: DataSource, now: Date, pace: RefreshPace): Promise<StaleWallet[]> {
  const rows = await readRows(
    database,
    staleRow,
    `SELECT id, uid, wallet_address, token_balance FROM citizens WHERE ${staleCondition}
     ORDER BY balance_tried_at, id LIMIT ${pace.batch}`,
    staleBefore(now, pace),
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

/**
 * One round of keeping balances fresh: all at once from one scan where many are stale and an endpoint allows it, otherwise a
 * batch, wallet by wallet at a bounded rate. A chain that does not answer changes no balance.
 * @returns how many wallets were read
 */
export async function refreshBalances(runtime: Runtime, chain: Chain, pace = refreshPace): Promise<number> {
  const stale = await staleWallets(runtime.database, runtime.clock.now(), pace)
  if (stale.length === 0) return 0
  if (stale.length >= pace.bulkFrom) {
    const all = await refreshAll(runtime, chain)
    if (all !== 'refused') return all === 'done' ? stale.length : 0
  }
  return readWallets(runtime, chain, stale, pace.perSecond)
}

/** Until when, by the process's own clock, this chain is not asked for all accounts at once again. */
const refusedUntil = new WeakMap<Chain, number>()
const refusalMs = 3_600_000

async function refreshAll(runtime: Runtime, chain: Chain): Promise<'done' | 'failed' | 'refused'> {
  if (performance.now() < (refusedUntil.get(chain) ?? -Infinity)) return 'refused'
  try {
    const scan = await scanByMint(runtime, chain, { purpose: 'refresh' })
    await change(runtime, {}, async (ctx) => {
      const work = await beginWork(ctx.tx, bulkWork, ctx.now())
      await restartWork(ctx.tx, work, ctx.now())
    })
    await applyScan(runtime, chain, scan, bulkWork)
    return 'done'
  } catch (error) {
    if (error instanceof MethodRefused) {
      refusedUntil.set(chain, performance.now() + refusalMs)
      return 'refused'
    }
    if (!(error instanceof ChainUnavailable)) throw error
    await change(runtime, {}, async (ctx) => {
      await holdWork(ctx.tx, await beginWork(ctx.tx, bulkWork, ctx.now()), 'waiting', error, ctx.now())
      await markTried(ctx.tx, ctx.now())
    })
    return 'failed'
  }
}

/** The chain was asked for everybody and did not answer: they are tried again after the pause, not at once. */
async function markTried(tx: EntityManager, at: Date): Promise<void> {
  await tx.query(`UPDATE citizens SET balance_tried_at = ? WHERE ${staleCondition}`, [
    at,
    ...staleBefore(at, refreshPace),
  ])
}

/** Reads wallets one by one, at most so many a second. @returns for how many the chain had a balance */
export async function readWallets(
  runtime: Runtime,
  chain: Chain,
  wallets: readonly StaleWallet[],
  perSecond: number,
): Promise<number> {
  let read = 0
  for (const wallet of wallets) {
    const began = performance.now()
    const reading = await readingOf(chain, wallet)
    if (await keep(runtime, chain, wallet, reading)) read += 1
    await sleep(Math.max(0, 1000 / perSecond - (performance.now() - began)))
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

import { setTimeout as sleep } from 'node:timers/promises'
import { ChainUnavailable, MethodRefused, type Chain } from '../chain'
import type { EntityManager } from 'typeorm'
import { change, column, type Context, readOne, readRows, type RowOf, type Runtime } from '../platform'
import { advanceWork, beginWork, finishWork, type WorkName } from '../work'
import { tokenIsCurrent } from './balance.rows'
import type { BalanceScan } from './balance-scan'

/** Wallets whose native balance is asked for in one call; as many as Solana's nodes take. */
const batchSize = 100
/** How many questions the chain is asked in a second: one for each batch, and one for each wallet in doubt. */
const perSecond = 10
/** How long is waited before native balances are asked for again, each time, when the chain did not tell them. */
export const nativePauses: readonly number[] = [1_000, 3_000]

const holderRow = {
  id: column.key,
  uid: column.text,
  wallet_address: column.text.present,
  token_balance: column.bigint,
}

type Holder = RowOf<typeof holderRow>

/** Citizens who linked before the scan began and were not read on their own since, in a later slot. */
const concerned = `wallet_address IS NOT NULL AND (wallet_linked_at IS NULL OR wallet_linked_at <= ?)
  AND (balance_slot IS NULL OR balance_slot <= ? OR balance_read_at <= ?)`

/**
 * Writes what a scan of the whole token says into the citizens' balances: a citizen without a token account holds 0. In
 * batches, each with its mark in one transaction, so whatever is killed goes on where it was; until `until` says stop. The
 * balances are as old as the scan, however late they are written.
 * @param pausesMs how long is waited before each further attempt to read native balances
 * @returns whether all is written
 * @throws ChainUnavailable when native balances cannot be read in any attempt; what was written stays
 */
export async function applyScan(
  runtime: Runtime,
  chain: Chain,
  scan: BalanceScan,
  name: WorkName,
  until: () => boolean = () => false,
  pausesMs = nativePauses,
): Promise<boolean> {
  for (;;) {
    const began = performance.now()
    const step = await nextBatch(runtime, scan, name)
    if (step === null) return true
    const wallets = step.holders.map((holder) => holder.wallet_address)
    const lamports = await again(() => chain.readNative(wallets), pausesMs)
    const holders = await withoutDoubt(runtime.database.manager, chain, scan, step.holders)
    await change(runtime, {}, (ctx) => applyBatch(ctx, chain, scan, name, { ...step, holders }, lamports))
    if (until()) return false
    await sleep(Math.max(0, 1000 / perSecond - (performance.now() - began)))
  }
}

/** Asks the chain, and again after each pause while it does not answer: one refusal among ten thousand questions ends nothing. */
async function again<T>(ask: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  const [pause, ...rest] = pausesMs
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error instanceof MethodRefused || pause === undefined) throw error
  }
  await sleep(pause)
  return again(ask, rest)
}

/**
 * A list that is known to be complete proves that a citizen has nothing. With any other, a citizen who held something and is
 * not in it is read once more; where the chain does not confirm 0, the balance stays until the next scan.
 * After a change of the token, stored balances are of the old one: every citizen who is not in the list is read.
 */
async function withoutDoubt(
  tx: EntityManager,
  chain: Chain,
  scan: BalanceScan,
  holders: readonly Holder[],
): Promise<readonly Holder[]> {
  const isMigration = scan.purpose === 'migration'
  const held = scan.reconciled ? [] : holders.filter((holder) => isMigration || holder.token_balance !== 0n)
  if (held.length === 0) return holders
  const listed = await readRows(
    tx,
    { wallet_address: column.text },
    'SELECT wallet_address FROM balance_scan_rows WHERE scan_id = ? AND wallet_address IN (?)',
    [scan.id, held.map((holder) => holder.wallet_address)],
  )
  const inList = new Set(listed.map((row) => row.wallet_address))
  const doubtful = new Set<Holder>()
  for (const holder of held) {
    if (inList.has(holder.wallet_address)) continue
    if (!(await isEmpty(chain, holder))) doubtful.add(holder)
    await sleep(1000 / perSecond)
  }
  return holders.filter((holder) => !doubtful.has(holder))
}

async function isEmpty(chain: Chain, holder: Holder): Promise<boolean> {
  try {
    return (await chain.readTokens(holder.wallet_address, holder.token_balance)).tokens === 0n
  } catch (error) {
    if (error instanceof ChainUnavailable) return false
    throw error
  }
}

interface Step {
  readonly after: string
  /** The last of the batch; a citizen who left it in the meantime counts as done, too. */
  readonly last: string
  readonly holders: readonly Holder[]
}

/** The next batch; null when no citizen is left, and the work is finished. */
async function nextBatch(runtime: Runtime, scan: BalanceScan, name: WorkName): Promise<Step | null> {
  return change(runtime, {}, async (ctx) => {
    const work = await beginWork(ctx.tx, name, ctx.now())
    if (work.state === 'done') return null
    if (work.total === null) {
      const counted = await readOne(
        ctx.tx,
        { n: column.integer },
        `SELECT COUNT(*) AS n FROM citizens WHERE ${concerned}`,
        limitsOf(scan),
      )
      const total = counted.n
      await advanceWork(ctx.tx, work, { done: 0, position: work.position, total }, ctx.now())
    }
    const after = work.position ?? '0'
    const holders = await readRows(
      ctx.tx,
      holderRow,
      `SELECT id, uid, wallet_address, token_balance FROM citizens WHERE id > ? AND ${concerned} ORDER BY id LIMIT ${batchSize}`,
      [after, ...limitsOf(scan)],
    )
    const last = holders.at(-1)
    if (last) return { after, last: last.id, holders }
    await finishWork(ctx.tx, work, ctx.now())
    return null
  })
}

const limitsOf = (scan: BalanceScan) => [scan.startedAt, scan.slot, scan.startedAt]

async function applyBatch(
  ctx: Context,
  chain: Chain,
  scan: BalanceScan,
  name: WorkName,
  { after, last, holders }: Step,
  lamports: ReadonlyMap<string, bigint>,
): Promise<void> {
  const work = await beginWork(ctx.tx, name, ctx.now())
  // Another worker did this batch while the chain was asked.
  if ((work.position ?? '0') !== after || work.state === 'done') return
  if (!(await tokenIsCurrent(ctx.tx, chain.settings)) || scan.mint !== chain.settings.mint) {
    throw new Error('These balances are of another token than the nation’s.')
  }
  const ids = holders.map(({ id }) => id)
  const at = ctx.now()
  if (ids.length === 0) return advanceWork(ctx.tx, work, { done: 0, position: last }, at)
  await ctx.tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
  const given = holders.map(() => 'SELECT ? AS id, ? AS wallet, ? AS lamports').join(' UNION ALL ')
  await ctx.tx.query(
    `UPDATE citizens c
       JOIN (${given}) AS given ON given.id = c.id
       LEFT JOIN balance_scan_rows r ON r.scan_id = ? AND r.wallet_address = c.wallet_address
     SET c.token_balance = COALESCE(r.balance, 0), c.native_balance = given.lamports, c.balance_slot = ?,
       c.balance_read_at = ?, c.balance_tried_at = ?, c.token_update_required = FALSE
     WHERE c.wallet_address = given.wallet
       AND (c.balance_slot IS NULL OR c.balance_slot <= ? OR c.balance_read_at <= ?)`,
    [
      ...holders.flatMap(({ id, wallet_address: wallet }) => [id, wallet, (lamports.get(wallet) ?? 0n).toString()]),
      scan.id,
      scan.slot,
      // The same instant twice: a later attempt would say that the chain did not answer it.
      scan.startedAt,
      scan.startedAt,
      scan.slot,
      scan.startedAt,
    ],
  )
  if (scan.purpose !== 'migration') await writeChangeEvents(ctx, holders)
  await advanceWork(ctx.tx, work, { done: holders.length, position: last }, at)
}

/** Citizens whose balance changed get an event. */
async function writeChangeEvents(ctx: Context, holders: readonly Holder[]): Promise<void> {
  const now = await readRows(
    ctx.tx,
    { id: column.key, token_balance: column.bigint },
    'SELECT id, token_balance FROM citizens WHERE id IN (?)',
    [holders.map(({ id }) => id)],
  )
  const balances = new Map(now.map((row) => [row.id, row.token_balance]))
  for (const { id, uid, token_balance: before } of holders) {
    const balance = balances.get(id)
    if (balance === undefined || balance === before) continue
    ctx.journal.add({
      kind: 'citizens.balance-changed',
      subject: uid,
      visibility: `citizen:${uid}`,
      facts: { balance: String(balance) },
    })
  }
}

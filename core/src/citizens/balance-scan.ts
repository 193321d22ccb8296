import type { EntityManager } from 'typeorm'
import type { Chain, MintScan, ScanReader, TokenAccount } from '../chain'
import { change, column, type Context, readFirst, readRows, type RowOf, type Runtime, write } from '../platform'

/** What a scan is for. */
export type ScanPurpose = 'refresh' | 'roll' | 'migration'

/** A scan of balances as it is stored. */
export interface BalanceScan {
  readonly id: string
  readonly purpose: ScanPurpose
  /** All accounts of the token in one slot, or wallet by wallet. */
  readonly method: 'by_mint' | 'by_wallet'
  readonly state: 'reading' | 'complete'
  readonly mint: string
  readonly slot: string | null
  /** Whether all its accounts together are the whole supply: then none is missing, and a citizen without an account has nothing. */
  readonly reconciled: boolean
  readonly startedAt: Date
  readonly finishedAt: Date | null
}

const rowShape = {
  id: column.key,
  purpose: column.oneOf(['refresh', 'roll', 'migration']),
  method: column.oneOf(['by_mint', 'by_wallet']),
  state: column.oneOf(['reading', 'complete']),
  mint: column.text,
  slot: column.key.nullable,
  reconciled: column.flag.nullable,
  started_at: column.instant,
  finished_at: column.instant.nullable,
}

type Row = RowOf<typeof rowShape>

const columns = 'id, purpose, method, state, mint, slot, reconciled, started_at, finished_at'

export const scanOf = (row: Row): BalanceScan => ({
  id: row.id,
  purpose: row.purpose,
  method: row.method,
  state: row.state,
  mint: row.mint,
  slot: row.slot,
  reconciled: row.reconciled ?? false,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})

/** Scans that were taken for an opening, newest first. */
export async function scansFor(tx: EntityManager, opensAt: Date): Promise<BalanceScan[]> {
  const rows = await readRows(
    tx,
    rowShape,
    `SELECT ${columns} FROM balance_scans WHERE opens_at = ? AND purpose = 'roll' ORDER BY started_at DESC, id DESC`,
    [opensAt],
  )
  return rows.map(scanOf)
}

export async function scanById(tx: EntityManager, id: string): Promise<BalanceScan | null> {
  const row = await readFirst(tx, rowShape, `SELECT ${columns} FROM balance_scans WHERE id = ?`, [id])
  return row ? scanOf(row) : null
}

/** The complete scan for the refresh of balances that began at an instant. */
export async function refreshScanOf(tx: EntityManager, mint: string, startedAt: Date): Promise<BalanceScan | null> {
  const row = await readFirst(
    tx,
    rowShape,
    `SELECT ${columns} FROM balance_scans
     WHERE purpose = 'refresh' AND state = 'complete' AND mint = ? AND started_at = ? ORDER BY id DESC LIMIT 1`,
    [mint, startedAt],
  )
  return row ? scanOf(row) : null
}

/** Writes down that a scan begins. */
export async function beginScan(
  tx: EntityManager,
  facts: Pick<BalanceScan, 'purpose' | 'method' | 'mint'> & { readonly opensAt: Date | null },
  at: Date,
): Promise<string> {
  const result = await write(
    tx,
    `INSERT INTO balance_scans (purpose, opens_at, method, state, mint, started_at) VALUES (?, ?, ?, 'reading', ?, ?)`,
    [facts.purpose, facts.opensAt, facts.method, facts.mint, at],
  )
  return String(result.insertId)
}

/** A scan that has read all accounts and is not used yet. */
export interface FoundScan extends MintScan {
  readonly id: string
}

/** What a scan is taken for, and what belongs to it. */
export interface Scanning {
  readonly purpose: ScanPurpose
  /** The opening for whose roll it is taken. */
  readonly opensAt?: Date
  /** How long the list may be waited for, at all endpoints together. */
  readonly withinMs?: number
  /** Checks what was found, before the scan counts as complete. */
  readonly settle?: (scan: FoundScan) => Promise<void>
  /** Tells of the complete scan: a process that dies leaves either both or none. */
  readonly announce?: (ctx: Context, scan: BalanceScan) => Promise<void>
}

/**
 * Reads all accounts of the token in one slot, into the database as they arrive: memory stays the same however many there
 * are. A scan is used only once it is complete, which it is when `settle` has checked it, and an answer that fails
 * half-way leaves none behind. `announce` is in the transaction that completes the scan.
 * @throws ChainUnavailable, MethodRefused
 */
export async function scanByMint(
  runtime: Runtime,
  chain: Chain,
  { purpose, opensAt, withinMs, settle, announce }: Scanning,
): Promise<BalanceScan> {
  const { database, clock } = runtime
  const tx = database.manager
  const facts = { purpose, method: 'by_mint', mint: chain.settings.mint, opensAt: opensAt ?? null } as const
  const id = await beginScan(tx, facts, clock.now())
  try {
    const reader: ScanReader = {
      restart: () => dropRows(tx, id),
      take: (accounts) => saveRows(tx, id, accounts),
    }
    const scan = await chain.scanMint(reader, withinMs)
    await settle?.({ ...scan, id })
    return await change(runtime, {}, async (ctx) => {
      const complete = await completeByMint(ctx, { ...scan, id })
      await announce?.(ctx, complete)
      return complete
    })
  } catch (error) {
    // Also when the database lost the answer to a commit: what is complete stays.
    if ((await scanById(tx, id))?.state !== 'complete') await dropScan(tx, id)
    throw error
  }
}

async function completeByMint(ctx: Context, { id, ...scan }: FoundScan): Promise<BalanceScan> {
  await ctx.tx.query(
    `UPDATE balance_scans SET state = 'complete', program = ?, slot = ?, accounts = ?, total = ?, supply = ?,
       reconciled = ?, finished_at = ? WHERE id = ?`,
    [
      scan.program,
      scan.slot.toString(),
      scan.accounts,
      scan.total.toString(),
      scan.supply.toString(),
      scan.reconciled,
      ctx.now(),
      id,
    ],
  )
  const complete = await scanById(ctx.tx, id)
  if (!complete) throw new Error('The scan is gone.')
  return complete
}

/** Keeps what citizens' wallets hold; everybody else's accounts are only counted. */
async function saveRows(tx: EntityManager, scanId: string, accounts: readonly TokenAccount[]): Promise<void> {
  const held = new Map<string, bigint>()
  for (const { owner, amount } of accounts) held.set(owner, (held.get(owner) ?? 0n) + amount)
  const linked = await readRows(
    tx,
    { wallet_address: column.text.present },
    'SELECT wallet_address FROM citizens WHERE wallet_address IN (?)',
    [[...held.keys()]],
  )
  if (linked.length === 0) return
  await tx.query(
    `INSERT INTO balance_scan_rows (scan_id, wallet_address, balance) VALUES ?
     ON DUPLICATE KEY UPDATE balance = balance + VALUES(balance)`,
    [linked.map(({ wallet_address: wallet }) => [scanId, wallet, (held.get(wallet) ?? 0n).toString()])],
  )
}

const rowsAtOnce = 5_000

/** Forgets what a scan read, up to a row for each citizen: in batches, so that no lock is held for long. */
async function dropRows(tx: EntityManager, id: string): Promise<void> {
  const sql = `DELETE FROM balance_scan_rows WHERE scan_id = ? LIMIT ${rowsAtOnce}`
  let gone = rowsAtOnce
  while (gone === rowsAtOnce) gone = (await write(tx, sql, [id])).affectedRows
}

/** Forgets a scan and what it read. */
export async function dropScan(tx: EntityManager, id: string): Promise<void> {
  await dropRows(tx, id)
  await tx.query('DELETE FROM balance_scans WHERE id = ?', [id])
}

const scanRetentionMs = 2 * 86_400_000

/** Deletes scans that are no longer needed, a few at a time. @returns how many it deleted */
export async function deleteOldScans(tx: EntityManager, now: Date): Promise<number> {
  const rows = await readRows(
    tx,
    { id: column.key },
    `SELECT s.id FROM balance_scans s WHERE s.started_at < ?
       AND NOT EXISTS (SELECT 1 FROM token_migrations m WHERE m.scan_id = s.id AND m.state <> 'done')
     ORDER BY s.started_at LIMIT 10`,
    [new Date(now.getTime() - scanRetentionMs)],
  )
  for (const { id } of rows) await dropScan(tx, id)
  return rows.length
}

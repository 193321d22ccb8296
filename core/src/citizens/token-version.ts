import type { DataSource, EntityManager } from 'typeorm'
import { ChainUnavailable, MethodRefused, type Chain } from '../chain'
import {
  type ChainSettings,
  change,
  column,
  type Context,
  readFirst,
  readOne,
  readRows,
  type RowOf,
  type Runtime,
  write,
} from '../platform'
import { advanceWork, beginWork, finishWork, holdWork, type WorkName } from '../work'
import { applyScan } from './balance-apply'
import { readWallets, refreshPace } from './balance-refresh'
import { scanById, scanByMint, type BalanceScan } from './balance-scan'

/** A change of the token's version, as it is stored. */
const migrationRow = {
  id: column.key,
  version: column.text,
  mint: column.text,
  state: column.oneOf(['voiding', 'refreshing', 'done']),
  scan_id: column.key.nullable,
}

type Migration = RowOf<typeof migrationRow>

const batchSize = 500

const nameOf = (kind: 'token.void-balances' | 'token.read-balances', { version, mint }: Token): WorkName => ({
  kind,
  key: `${version} ${mint.slice(0, 12)}`,
})

const tokenRow = { version: column.text, mint: column.text }

type Token = RowOf<typeof tokenRow>

const tokenOf = ({ tokenVersion, mint }: ChainSettings): Token => ({ version: tokenVersion, mint })

/**
 * Whether the nation's balances are of another token than the configured one, or are still being carried over to it. A
 * version that the nation has left is never gone back to: a process with an old configuration must not undo the new one.
 */
export async function tokenNeedsWork({ manager: tx }: DataSource, settings: ChainSettings): Promise<boolean> {
  const token = tokenOf(settings)
  const migration = await migrationOf(tx, token)
  if (migration) return migration.state !== 'done' && (await isNations(tx, token))
  return true
}

/**
 * The warning for a process that starts with the configuration of a token that the nation has left: such a process reads no
 * balances. Null where the configuration is the nation's, or is one that the nation goes over to.
 */
export async function leftToken({ manager: tx }: DataSource, settings: ChainSettings): Promise<string | null> {
  const token = tokenOf(settings)
  if (!(await migrationOf(tx, token)) || (await isNations(tx, token))) return null
  const row = await readFirst(tx, tokenRow, 'SELECT version, mint FROM token_state WHERE id = 1')
  const now = row ?? token
  return (
    `This process is configured for the token ${token.version} (${token.mint}), which the nation has left for ` +
    `${now.version} (${now.mint}): it reads no balances. Give it the TOKEN_VERSION and TOKEN_MINT of the others.`
  )
}

/**
 * Brings the nation's balances to the configured token, as far as it gets in one go: every balance is set to 0, once for
 * each citizen and version; then each is read from the chain again. Whatever is killed goes on where it was.
 * @returns whether nothing is left to do
 */
export async function migrateToken(
  runtime: Runtime,
  chain: Chain,
  until: () => boolean = () => false,
): Promise<boolean> {
  const token = tokenOf(chain.settings)
  await change(runtime, {}, (ctx) => beginMigration(ctx, token))
  for (;;) {
    const migration = await migrationOf(runtime.database.manager, token)
    if (!migration || migration.state === 'done' || !(await isNations(runtime.database.manager, token))) return true
    if (migration.state === 'voiding') await change(runtime, {}, (ctx) => voidBatch(ctx, migration))
    else if (!(await refresh(runtime, chain, migration, until))) return false
    if (until()) return false
  }
}

async function migrationOf(tx: EntityManager, { version, mint }: Token): Promise<Migration | null> {
  const row = await readFirst(
    tx,
    migrationRow,
    'SELECT id, version, mint, state, scan_id FROM token_migrations WHERE version = ? AND mint = ?',
    [version, mint],
  )
  return row ?? null
}

/** Whether this is the token that the nation's balances are of now. */
async function isNations(tx: EntityManager, { version, mint }: Token): Promise<boolean> {
  const row = await readFirst(tx, tokenRow, 'SELECT version, mint FROM token_state WHERE id = 1')
  return row?.version === version && row.mint === mint
}

async function beginMigration(ctx: Context, token: Token): Promise<void> {
  const at = ctx.now()
  await ctx.tx.query(
    'INSERT INTO token_state (id, version, mint, since) VALUES (1, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id',
    [token.version, token.mint, at],
  )
  const found = await readFirst(ctx.tx, tokenRow, 'SELECT version, mint FROM token_state WHERE id = 1 FOR UPDATE')
  const before = found ?? token
  if (await migrationOf(ctx.tx, token)) return
  const first = before.version === token.version && before.mint === token.mint
  await ctx.tx.query(
    `INSERT INTO token_migrations (version, mint, from_version, from_mint, state, started_at, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [token.version, token.mint, before.version, before.mint, first ? 'done' : 'voiding', at, first ? at : null],
  )
  if (first) return
  await ctx.tx.query('UPDATE token_state SET version = ?, mint = ?, since = ? WHERE id = 1', [
    token.version,
    token.mint,
    at,
  ])
  const counted = await readOne(ctx.tx, { n: column.integer }, 'SELECT COUNT(*) AS n FROM citizens')
  await beginWork(ctx.tx, nameOf('token.void-balances', token), at, counted.n)
  ctx.journal.add({ kind: 'token.version-changed', facts: { ...token, from: before.version } })
}

/** Sets the next citizens' balances to 0, except of those who were read for the new token already. */
async function voidBatch(ctx: Context, migration: Migration): Promise<void> {
  const work = await beginWork(ctx.tx, nameOf('token.void-balances', migration), ctx.now())
  if (work.state === 'done') return
  const rows = await readRows(
    ctx.tx,
    { id: column.key },
    `SELECT id FROM citizens WHERE id > ? ORDER BY id LIMIT ${batchSize} FOR UPDATE`,
    [work.position ?? '0'],
  )
  const at = ctx.now()
  const ids = rows.map(({ id }) => id)
  const last = ids[ids.length - 1]
  if (last === undefined) {
    await finishWork(ctx.tx, work, at)
    await ctx.tx.query(
      `UPDATE token_migrations SET state = 'refreshing', voided_at = ? WHERE id = ? AND state = 'voiding'`,
      [at, migration.id],
    )
    ctx.journal.add({ kind: 'token.balances-voided', facts: { version: migration.version, mint: migration.mint } })
    return
  }
  await voidBalances(ctx, migration, ids, at)
  await advanceWork(ctx.tx, work, { done: ids.length, position: last }, at)
}

async function voidBalances(ctx: Context, { id }: Migration, ids: readonly string[], at: Date): Promise<void> {
  const excused = await readRows(
    ctx.tx,
    { citizen_id: column.key },
    'SELECT citizen_id FROM token_migration_citizens WHERE migration_id = ? AND citizen_id IN (?)',
    [id, ids],
  )
  const spared = new Set(excused.map((row) => row.citizen_id))
  const voided = ids.filter((citizen) => !spared.has(citizen))
  if (voided.length === 0) return
  // The key makes a second time impossible: the statement, and all of its batch, would fail.
  await ctx.tx.query('INSERT INTO token_migration_citizens (migration_id, citizen_id, how, at) VALUES ?', [
    voided.map((citizen) => [id, citizen, 'voided', at]),
  ])
  await ctx.tx.query(
    `UPDATE citizens SET token_balance = 0, balance_slot = NULL, balance_read_at = NULL, balance_tried_at = NULL,
       token_update_required = (wallet_address IS NOT NULL), updated_at = ? WHERE id IN (?)`,
    [at, voided],
  )
}

/** @returns whether there may be more to do at once; false when the chain has to be waited for */
async function refresh(runtime: Runtime, chain: Chain, migration: Migration, until: () => boolean): Promise<boolean> {
  const name = nameOf('token.read-balances', migration)
  try {
    const scan = await scanOfMigration(runtime, chain, migration)
    if (!scan) return await refreshOneByOne(runtime, chain, migration, name)
    if (await applyScan(runtime, chain, scan, name, until)) await finish(runtime, migration, name)
    return true
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    await change(runtime, {}, async (ctx) => {
      await holdWork(ctx.tx, await beginWork(ctx.tx, name, ctx.now()), 'waiting', error, ctx.now())
    })
    return false
  }
}

/** The scan that this migration reads from: the one that it began with, or a new one; null where none is allowed. */
async function scanOfMigration(runtime: Runtime, chain: Chain, migration: Migration): Promise<BalanceScan | null> {
  const known = migration.scan_id && (await scanById(runtime.database.manager, migration.scan_id))
  if (known) return known
  try {
    const scan = await scanByMint(runtime, chain, { purpose: 'migration' })
    await runtime.database.query('UPDATE token_migrations SET scan_id = ? WHERE id = ?', [scan.id, migration.id])
    return scan
  } catch (error) {
    if (error instanceof MethodRefused) return null
    throw error
  }
}

const waitingRow = {
  id: column.key,
  uid: column.text,
  wallet_address: column.text.present,
  token_balance: column.digits,
}

const waitingCondition = 'token_update_required = TRUE AND balance_due_at IS NOT NULL'

/** Reads the next batch of those who still wait, wallet by wallet. */
async function refreshOneByOne(runtime: Runtime, chain: Chain, migration: Migration, name: WorkName): Promise<boolean> {
  const { database, clock } = runtime
  const rows = await readRows(
    database,
    waitingRow,
    `SELECT id, uid, wallet_address, token_balance FROM citizens WHERE ${waitingCondition}
     ORDER BY balance_due_at, id LIMIT ${refreshPace.batch}`,
  )
  if (rows.length === 0) {
    await finish(runtime, migration, name)
    return true
  }
  const wallets = rows.map(({ id, uid, ...row }) => ({
    id,
    uid,
    walletAddress: row.wallet_address,
    balance: row.token_balance,
  }))
  const read = await readWallets(runtime, chain, wallets, refreshPace.perSecond)
  const counted = await readOne(
    database,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM citizens WHERE ${waitingCondition}`,
  )
  await change(runtime, {}, async (ctx) => {
    const work = await beginWork(ctx.tx, name, clock.now())
    const total = work.done + read + counted.n
    await advanceWork(ctx.tx, work, { done: read, position: null, total }, ctx.now())
  })
  if (read === 0) throw new ChainUnavailable('The chain told of none of the wallets that it was asked for.')
  return true
}

async function finish(runtime: Runtime, migration: Migration, name: WorkName): Promise<void> {
  await change(runtime, {}, async (ctx) => {
    const at = ctx.now()
    const result = await write(
      ctx.tx,
      `UPDATE token_migrations SET state = 'done', finished_at = ? WHERE id = ? AND state = 'refreshing'`,
      [at, migration.id],
    )
    await finishWork(ctx.tx, await beginWork(ctx.tx, name, at), at)
    if (result.affectedRows === 0) return
    ctx.journal.add({ kind: 'token.balances-read', facts: { version: migration.version, mint: migration.mint } })
  })
}

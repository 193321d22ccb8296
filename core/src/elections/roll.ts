import { baseWeightUnits, rollWindowMs, weightTiers, type RollMethod } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { scansFor, type BalanceScan } from '../citizens'
import { column, readFirst, readOne, write } from '../platform'

const raisedTiers = weightTiers.filter((tier) => tier.units > baseWeightUnits)
const weightOf = (balance: string) =>
  `CASE ${raisedTiers.map((tier) => `WHEN ${balance} >= ${tier.from} THEN ${tier.units}`).join(' ')} ELSE ${baseWeightUnits} END`

/** How a roll was made. */
export interface TakenRoll {
  readonly entries: number
  /** The number of entries whose balance was read in the hour before; the others have the last known balance. */
  readonly fresh: number
  readonly method: RollMethod
  /** The slot of the reading, if all balances are of one slot. */
  readonly slot: string | null
}

/**
 * Makes an election's roll from the readings of the hour before: each linked wallet, its balance and its weight. A wallet that
 * the chain did not answer for has the last known balance, and is marked; voting never waits. It is part of the opening's
 * transaction, so the roll is complete or missing. After that no transaction changes it (ruling: vote weight).
 */
export async function takeRoll(
  tx: EntityManager,
  election: { readonly id: string; readonly startsAt: Date },
  at: Date,
): Promise<TakenRoll> {
  const scan = await readingFor(tx, election.startsAt)
  const entries = await insertEntries(tx, election.id, scan, at)
  const counted = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM roll_entries WHERE election_id = ? AND source = 'fresh'`,
    [election.id],
  )
  const slot = scan?.method === 'by_mint' ? scan.slot : null
  return { entries, fresh: counted.n ?? 0, method: scan?.method ?? 'last_known', slot }
}

/** Solana's epoch, about two days. An endpoint that lags is closer; a slot that is further ahead is a wrong one. */
const furthestAhead = 432_000n

/**
 * Of two complete readings the one of the higher slot: the later may come from an endpoint that lags.
 * @param readings newest first
 */
function latestSlot(readings: readonly BalanceScan[]): BalanceScan | undefined {
  const [newest] = readings
  const slotOf = ({ slot }: BalanceScan) => BigInt(slot ?? 0)
  const most = newest ? slotOf(newest) + furthestAhead : 0n
  return readings.filter((scan) => slotOf(scan) <= most).toSorted((a, b) => Number(slotOf(b) - slotOf(a)))[0]
}

/**
 * The reading for this opening of the latest slot. A reading of all accounts in one slot is preferred to one wallet by
 * wallet, of which the newest counts.
 */
async function readingFor(tx: EntityManager, opensAt: Date): Promise<BalanceScan | null> {
  const inTime = (scan: BalanceScan) =>
    scan.startedAt.getTime() >= opensAt.getTime() - rollWindowMs && scan.startedAt.getTime() < opensAt.getTime()
  const scans = (await scansOfToken(tx, opensAt)).filter(inTime)
  return (
    latestSlot(scans.filter((scan) => scan.method === 'by_mint' && scan.state === 'complete')) ??
    scans.find((scan) => scan.state === 'complete') ??
    scans.find((scan) => scan.method === 'by_wallet') ??
    null
  )
}

/** The readings for an opening, without those of a token that the nation has left. */
export async function scansOfToken(tx: EntityManager, opensAt: Date): Promise<BalanceScan[]> {
  const state = await readFirst(tx, { mint: column.text }, 'SELECT mint FROM token_state WHERE id = 1')
  const scans = await scansFor(tx, opensAt)
  return scans.filter((scan) => state === undefined || state.mint === scan.mint)
}

/**
 * The last known balance of a citizen `c`. It is 0 while the nation goes over to another token and has not set the citizen's balance
 * to 0 yet: then the stored balance is of the token that it has left (decision 20).
 */
export const lastKnown = `CASE WHEN EXISTS (SELECT 1 FROM token_state s
    JOIN token_migrations m ON m.version = s.version AND m.mint = s.mint AND m.state = 'voiding'
    LEFT JOIN token_migration_citizens t ON t.migration_id = m.id AND t.citizen_id = c.id
    WHERE s.id = 1 AND t.citizen_id IS NULL) THEN 0 ELSE c.token_balance END`

function insertEntries(tx: EntityManager, electionId: string, scan: BalanceScan | null, at: Date): Promise<number> {
  if (scan?.method === 'by_mint') return insertFromSlot(tx, electionId, scan)
  if (scan) return insertFromPasses(tx, electionId, scan, at)
  return insertLastKnown(tx, electionId, at)
}

const columns = 'election_id, citizen_id, wallet_address, balance, weight_units, source, taken_at, read_at, slot'

/**
 * A wallet that was linked after the reading began, or without one after the opening, is not on the roll: its tokens may be on the
 * roll already, in another wallet.
 */
const linkedBefore = 'c.wallet_address IS NOT NULL AND (c.wallet_linked_at IS NULL OR c.wallet_linked_at <= ?)'

/**
 * All balances are of one slot; a wallet without an account of the token has none. A row with a slot of its own is of a wallet
 * that was missing in the scan: it has its last known balance.
 */
async function insertFromSlot(tx: EntityManager, electionId: string, scan: BalanceScan): Promise<number> {
  const result = await write(
    tx,
    `INSERT INTO roll_entries (${columns})
     SELECT ?, c.id, c.wallet_address, COALESCE(r.balance, 0), ${weightOf('COALESCE(r.balance, 0)')},
       IF(r.slot IS NULL, 'fresh', 'last_known'), ?, IF(r.slot IS NULL, ?, c.balance_read_at), IF(r.slot IS NULL, ?, c.balance_slot)
     FROM citizens c LEFT JOIN balance_scan_rows r ON r.scan_id = ? AND r.wallet_address = c.wallet_address
     WHERE ${linkedBefore}`,
    [electionId, scan.finishedAt, scan.finishedAt, scan.slot, scan.id, scan.startedAt],
  )
  return result.affectedRows
}

/** A wallet that was read in both passes has the lower balance of the two; any other has its last known one. */
async function insertFromPasses(tx: EntityManager, electionId: string, scan: BalanceScan, at: Date): Promise<number> {
  const result = await write(
    tx,
    `INSERT INTO roll_entries (${columns})
     SELECT ?, k.id, k.wallet_address, k.balance, ${weightOf('k.balance')}, IF(k.passes IS NULL, 'last_known', 'fresh'), ?,
       IF(k.passes IS NULL, k.balance_read_at, ?), IF(k.passes IS NULL, k.balance_slot, k.slot)
     FROM (SELECT c.id, c.wallet_address, COALESCE(r.balance, ${lastKnown}) AS balance, c.balance_read_at, c.balance_slot, r.passes, r.slot
       FROM citizens c
       LEFT JOIN balance_scan_rows r ON r.scan_id = ? AND r.wallet_address = c.wallet_address AND r.passes >= 2
       WHERE ${linkedBefore}) k`,
    [electionId, at, scan.finishedAt ?? at, scan.id, scan.startedAt],
  )
  return result.affectedRows
}

/** The chain did not answer in the hour before the opening, or the election was put into the calendar after its start. */
async function insertLastKnown(tx: EntityManager, electionId: string, at: Date): Promise<number> {
  const { starts_at: startsAt, created_at: createdAt } = await readOne(
    tx,
    { starts_at: column.instant, created_at: column.instant },
    'SELECT starts_at, created_at FROM elections WHERE id = ?',
    [electionId],
  )
  const result = await write(
    tx,
    `INSERT INTO roll_entries (${columns})
     SELECT ?, k.id, k.wallet_address, k.balance, ${weightOf('k.balance')}, 'last_known', ?, k.balance_read_at, k.balance_slot
     FROM (SELECT c.id, c.wallet_address, ${lastKnown} AS balance, c.balance_read_at, c.balance_slot
       FROM citizens c WHERE ${linkedBefore}) k`,
    [electionId, at, createdAt > startsAt ? createdAt : startsAt],
  )
  return result.affectedRows
}

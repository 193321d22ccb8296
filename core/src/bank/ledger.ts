import { isBalanced, officialAccount, type AccountKind, type MovementKind } from '@nation/domain/bank'
import type { EntityManager } from 'typeorm'
import { addToCounter, column, type Context, readRows, whole } from '../platform'
import { bankCounters } from './bank-counter'
import type { LockedBank } from './locked-bank'
import { sealOf } from './seal'

/** A citizen by row key and public id. */
export interface Person {
  readonly id: string
  readonly uid: string
}

/** An account of the ledger: one of the nation's, or an official's own. */
export type Account = Exclude<AccountKind, 'official'> | Person

/** One side of a movement, in whole cents. */
export interface Side {
  readonly account: Account
  readonly cents: number
}

/** Money that is to move, and why. */
export interface Draft {
  readonly kind: MovementKind
  readonly entries: readonly Side[]
  readonly cycle?: number
  readonly paymentId?: string
  readonly reference?: string
  readonly actor?: Person | null
}

/** A movement that is in the books. */
export interface Booked {
  readonly id: string
  readonly uid: string
  readonly number: number
  readonly seal: string
}

const nameOf = (account: Account): string => (typeof account === 'string' ? account : officialAccount(account.uid))

/**
 * Writes movements into the ledger: the only place that does, and it only adds. The bank must be locked by this
 * transaction; its head moves on, and `saveBank` has to follow. Whatever their number, it takes as many statements.
 * @returns what was booked, in the order of the drafts
 * @throws Error when the entries of a movement do not come to nothing: a mistake of ours, and nothing is written
 */
export async function book(ctx: Context, bank: LockedBank, drafts: readonly Draft[]): Promise<Booked[]> {
  if (drafts.length === 0) return []
  const at = ctx.now()
  const sealed = drafts.map((draft) => seal(ctx, bank, draft, at))
  const accounts = await accountsOf(ctx.tx, drafts)
  const rows = sealed.map(({ uid, number, seal: mark }, i) => {
    const { kind, cycle, paymentId, reference, actor } = drafts[i] as Draft
    return [uid, number, kind, cycle ?? null, paymentId ?? null, reference ?? null, actor?.id ?? null, at, mark]
  })
  await ctx.tx.query(
    `INSERT INTO ledger_movements (uid, number, kind, cycle_number, payment_uid, reference, actor_id, booked_at, seal) VALUES ?`,
    [rows],
  )
  const ids = await idsOf(ctx.tx, sealed)
  const booked = sealed.map((one) => ({ ...one, id: ids.get(one.number) ?? '' }))
  await enter(ctx.tx, booked, drafts, accounts)
  await addUp(ctx.tx, drafts)
  return booked
}

function seal(ctx: Context, bank: LockedBank, draft: Draft, at: Date): Omit<Booked, 'id'> {
  const entries = draft.entries.map(({ account, cents }) => ({ account: nameOf(account), cents }))
  if (!isBalanced(entries)) throw new Error(`A movement of kind ${draft.kind} does not come to nothing.`)
  const uid = ctx.newId()
  const number = bank.movements + 1
  const mark = sealOf(bank.seal, {
    number,
    id: uid,
    kind: draft.kind,
    cycle: draft.cycle ?? null,
    paymentId: draft.paymentId ?? null,
    reference: draft.reference ?? null,
    actorId: draft.actor?.uid ?? null,
    at: at.getTime(),
    entries,
  })
  bank.movements = number
  bank.seal = mark
  return { uid, number, seal: mark }
}

/** The accounts that drafts speak of, by name; those that are new are opened. */
async function accountsOf(tx: EntityManager, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const named = new Map<string, Account>()
  for (const { entries } of drafts) for (const { account } of entries) named.set(nameOf(account), account)
  const names = [...named.keys()].sort()
  const find = async () => {
    const rows = await readRows(
      tx,
      { id: column.key, name: column.text },
      'SELECT id, name FROM ledger_accounts WHERE name IN (?)',
      [names],
    )
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  const known = await find()
  const missing = names.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  await tx.query('INSERT INTO ledger_accounts (name, kind, citizen_id, balance_cents) VALUES ?', [
    missing.map((name) => {
      const account = named.get(name)
      return typeof account === 'string' ? [name, account, null, 0] : [name, 'official', account?.id, 0]
    }),
  ])
  return find()
}

async function idsOf(
  tx: EntityManager,
  movements: readonly { readonly number: number }[],
): Promise<Map<number, string>> {
  const rows = await readRows(
    tx,
    { id: column.key, number: column.integer },
    'SELECT id, number FROM ledger_movements WHERE number IN (?)',
    [movements.map(({ number }) => number)],
  )
  return new Map(rows.map((row) => [row.number, row.id]))
}

/** Writes the entries, and moves the balances of their accounts by as much. */
async function enter(
  tx: EntityManager,
  booked: readonly Booked[],
  drafts: readonly Draft[],
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = booked.flatMap(({ id }, i) =>
    (drafts[i]?.entries ?? []).map(({ account, cents }) => [id, accounts.get(nameOf(account)), cents] as const),
  )
  await tx.query('INSERT INTO ledger_entries (movement_id, account_id, amount_cents) VALUES ?', [rows])
  const moved = new Map<string, number>()
  for (const [, account = '', cents] of rows) moved.set(account, (moved.get(account) ?? 0) + cents)
  const given = [...moved].map(() => 'SELECT ? AS id, ? AS cents').join(' UNION ALL ')
  await tx.query(
    `UPDATE ledger_accounts a JOIN (${given}) AS given ON given.id = a.id SET a.balance_cents = a.balance_cents + given.cents`,
    [...moved].flat(),
  )
}

/** Keeps the sums that everybody reads. */
async function addUp(tx: EntityManager, drafts: readonly Draft[]): Promise<void> {
  const sides = drafts.flatMap(({ entries }) => entries)
  const sum = (which: (side: Side) => boolean) => sides.filter(which).reduce((total, { cents }) => total + cents, 0)
  const outside = ({ account }: Side) => account === 'outside'
  await addToCounter(tx, bankCounters.funded, whole, -sum((side) => outside(side) && side.cents < 0))
  await addToCounter(
    tx,
    bankCounters.paidOut,
    whole,
    sum((side) => outside(side) && side.cents > 0),
  )
  await addToCounter(
    tx,
    bankCounters.owed,
    whole,
    sum(({ account }) => typeof account !== 'string'),
  )
}

import { pictureRow } from '../citizens'
import { dollarsOf, accountKinds, movementKinds } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import type { EntityManager } from 'typeorm'
import { readCursor, writeCursor, column, type Context, readRows, type RowOf } from '../platform'
import { personColumns, presentPerson, type PersonRow } from './people'

type MovementView = CallOutput<'bank.get-ledger'>['movements'][number]

/** A movement as it is stored, with its actor's public id. */
export const movementRow = {
  id: column.key,
  uid: column.text,
  number: column.integer,
  kind: column.oneOf(movementKinds),
  cycle_number: column.integer.nullable,
  payment_uid: column.text.nullable,
  reference: column.text.nullable,
  booked_at: column.instant,
  seal: column.text,
  actor_uid: column.text.nullable,
  actor: column.text.nullable,
}

export type MovementRow = RowOf<typeof movementRow>

/** All that a movement says; `m` is the movement, `z` its actor. */
export const movementColumns = `m.id, m.uid, m.number, m.kind, m.cycle_number, m.payment_uid, m.reference, m.booked_at, m.seal,
  z.uid AS actor_uid, z.username AS actor`

const entryRow = {
  movement_id: column.key,
  kind: column.oneOf(accountKinds),
  amount_cents: column.integer,
  // An official's account belongs to a citizen; the others have no owner.
  payee_uid: column.text.nullable,
  username: column.text.nullable,
  handle: column.text.nullable,
  ...pictureRow,
}

type EntryRow = RowOf<typeof entryRow>

/** Movements with their entries, the newest first; `m` is the movement. */
export async function movementsWhere(
  tx: EntityManager,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<MovementView[]> {
  const rows = await readRows(
    tx,
    movementRow,
    `SELECT ${movementColumns} FROM ledger_movements m FORCE INDEX (uq_ledger_movements_number)
     LEFT JOIN citizens z ON z.id = m.actor_id WHERE ${where} ORDER BY m.number DESC LIMIT ${limit}`,
    [...values],
  )
  const entries = await entriesOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.uid,
    number: row.number,
    kind: row.kind,
    cycle: row.cycle_number,
    paymentId: row.payment_uid,
    reference: row.reference,
    actor: row.actor_uid === null ? null : { id: row.actor_uid, username: row.actor ?? '' },
    at: row.booked_at.getTime(),
    seal: row.seal,
    entries: entries.get(row.id) ?? [],
  }))
}

/** Entries by movement: what accounts gave first, then what they got. */
async function entriesOf(
  tx: EntityManager,
  movements: readonly string[],
): Promise<Map<string, MovementView['entries']>> {
  const found = new Map<string, MovementView['entries']>()
  if (movements.length === 0) return found
  const rows = await readRows(
    tx,
    entryRow,
    `SELECT e.movement_id, a.kind, e.amount_cents, ${personColumns('z')}
     FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id LEFT JOIN citizens z ON z.id = a.citizen_id
     WHERE e.movement_id IN (?) ORDER BY e.movement_id, e.amount_cents > 0, a.id`,
    [movements],
  )
  for (const row of rows) {
    const list = found.get(row.movement_id) ?? []
    list.push({
      account: row.kind,
      payee: isOfficial(row) ? presentPerson(row) : null,
      amount: dollarsOf(row.amount_cents),
      amountCents: String(row.amount_cents),
    })
    found.set(row.movement_id, list)
  }
  return found
}

const isOfficial = (row: EntryRow): row is EntryRow & PersonRow => row.kind === 'official'

const page = 20

/** `bank.get-ledger`: every movement of money, the newest first. */
export async function listMovements(
  ctx: Context,
  input: CallInput<'bank.get-ledger'>,
): Promise<CallOutput<'bank.get-ledger'>> {
  const limit = input.limit ?? page
  const before = input.cursor === undefined ? [] : readCursor(input.cursor, 1)
  const found = await movementsWhere(ctx.tx, before.length > 0 ? 'm.number < ?' : 'TRUE', before, limit + 1)
  const movements = found.slice(0, limit)
  const last = movements.at(-1)
  return { success: true, movements, nextCursor: last && found.length > limit ? writeCursor([last.number]) : null }
}

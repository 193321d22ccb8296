import type { GovernmentRole } from '@nation/domain/permissions'
import type { DataSource } from 'typeorm'
import type { Citizen } from '../citizens/citizen.entity'
import { as } from '../elections/testing'
import { column, readRows, type Runtime } from '../platform'
import { aCitizen } from '../testing/factories'
import { lockBank } from './locked-bank'
import { problemsOfBooks } from './reconcile'
import { startCycle } from './cycles.service'
import { updateTotal } from './settings'

/** A citizen who holds, or held, an office. Terms are as the rollover writes them. */
export async function anOfficial(
  database: DataSource,
  office: GovernmentRole,
  { from, to = null, citizen }: { readonly from: Date; readonly to?: Date | null; readonly citizen?: Citizen },
): Promise<Citizen> {
  const holds = to === null
  const who =
    citizen ?? (await aCitizen(database, holds ? { role: 'government', governmentRole: office } : { role: 'citizen' }))
  await database.query(
    `INSERT INTO terms (office, citizen_id, how, started_at, ended_at, active_office, active_citizen_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      office,
      who.id,
      office === 'justiceMinister' ? 'appointed' : 'elected',
      from,
      to,
      holds ? office : null,
      holds ? who.id : null,
    ],
  )
  return who
}

/** The bank with a budget and a cycle that runs, started by an administrator. */
export async function aRunningBank(runtime: Runtime, admin: Citizen, totalSalaries = 1_000): Promise<void> {
  await as(runtime, admin, (ctx) => updateTotal(ctx, { totalSalaries, adminId: undefined }))
  await as(runtime, admin, (ctx) => startCycle(ctx))
}

/** What is wrong with the books; nothing when they are right. */
export const bookProblems = (database: DataSource): Promise<string[]> =>
  database.transaction('READ COMMITTED', async (tx) => problemsOfBooks(tx, await lockBank(tx)))

/** What accounts hold, in cents, by kind or `official:<public id>`; those of nothing are left out. */
export async function balancesOf(database: DataSource): Promise<Record<string, number>> {
  const rows = await readRows(
    database,
    { name: column.text, cents: column.integer },
    `SELECT a.name, SUM(e.amount_cents) AS cents FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
     GROUP BY a.name HAVING SUM(e.amount_cents) <> 0 ORDER BY a.name`,
  )
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]))
}

/** Every payment as it counts: cycle, office, payee, cents, in this order. */
export async function paymentsOf(database: DataSource): Promise<[number, string, string, number][]> {
  const rows = await readRows(
    database,
    { number: column.integer, office: column.text, uid: column.text, cents: column.integer },
    `SELECT y.number, p.office, z.uid, p.amount_cents AS cents FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id
     JOIN citizens z ON z.id = p.citizen_id ORDER BY y.number, p.office, z.uid`,
  )
  return rows.map(({ number, office, uid, cents }) => [number, office, uid, cents])
}

/** All that payments leave behind, without row keys and without ids and seals that are new with each run. */
export async function bankStory(database: DataSource) {
  const rows = <Row = unknown>(sql: string) => database.query<Row[]>(sql)
  const payments = await rows<{ uid: string; number: number; office: string; payee: string; cents: string }>(
    `SELECT p.uid, y.number, p.office, z.uid AS payee, p.amount_cents AS cents, p.held_ms, o.rail, o.reference, o.paid_at
     FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id JOIN citizens z ON z.id = p.citizen_id
     LEFT JOIN bank_payouts o ON o.payment_id = p.id ORDER BY y.number, p.office, z.uid`,
  )
  const movements = await rows(
    `SELECT m.number, m.kind, m.cycle_number, m.payment_uid, m.reference, m.actor_id, m.booked_at, a.name, e.amount_cents
     FROM ledger_movements m JOIN ledger_entries e ON e.movement_id = m.id JOIN ledger_accounts a ON a.id = e.account_id
     ORDER BY m.number, a.name`,
  )
  const journal = await rows(
    "SELECT kind, actor, subject, visibility, facts, at FROM journal WHERE kind LIKE 'bank.%' ORDER BY id",
  )
  const named = (found: unknown) =>
    JSON.parse(
      payments.reduce(
        (text, { uid, number, office, payee }) => text.replaceAll(uid, `${office} ${number} ${payee}`),
        JSON.stringify(found),
      ),
    ) as unknown[]
  return {
    payments: named(payments),
    movements: named(movements),
    journal: named(journal),
    cycles: await rows(
      `SELECT number, starts_at, due_at, total_cents, paid_cents, vacant_cents, percentages, processed_at, processed_by
       FROM bank_cycles ORDER BY number`,
    ),
    accounts: await rows('SELECT name, balance_cents FROM ledger_accounts ORDER BY name'),
    state: await rows('SELECT cycle_number, cycle_starts_at, cycle_due_at, movements FROM bank_state'),
  }
}

import { readCsv } from '@nation/domain/bank'
import { governmentRoles } from '@nation/domain/permissions'
import { allCalls } from '@nation/domain/contract'
import type { NationError } from '@nation/domain/errors'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { repairCounters, read } from '../platform'
import { aCitizen, as, copyOfData, useTestNation } from '../testing'
import {
  bankData,
  BooksDiffer,
  checkBooks,
  checkBooksNightly,
  checkDueAt,
  exportBatch,
  exportPayments,
  listPayments,
  markBatch,
  markPaid,
  payDueCycles,
} from '.'
import { waitingCounter } from './bank-counter'
import { anOfficial, aRunningBank, balancesOf, bookProblems } from './testing'

const nation = useTestNation()
const week = 7 * 86_400_000

let admin: Citizen
let ada: Citizen
let payments: string[]

beforeEach(async () => {
  admin = await aCitizen(nation.database, { isAdmin: true, role: 'admin' })
  const from = new Date(nation.clock.now().getTime() - 86_400_000)
  ada = await anOfficial(nation.database, 'president', { from })
  for (const office of ['primeMinister', 'secretary'] as const) await anOfficial(nation.database, office, { from })
  await nation.database.query('UPDATE citizens SET username = ? WHERE id = ?', ['=HYPERLINK("x")', ada.id])
  await aRunningBank(nation.runtime, admin)
  nation.clock.set(new Date(nation.clock.now().getTime() + week))
  await payDueCycles(nation.runtime)
  payments = (await list()).map(({ id }) => id)
})

const list = async () => (await read(nation.runtime, null, (ctx) => listPayments(ctx, {}))).payments
const mark = (paymentId: string, reference: string) =>
  as(nation.runtime, admin, (ctx) => markPaid(ctx, { paymentId, reference, adminId: undefined }))
const batch = (csv: string) => as(nation.runtime, admin, (ctx) => markBatch(ctx, { csv, adminId: undefined }))
const payoutCount = async () =>
  Number((await nation.database.query<{ n: string }[]>('SELECT COUNT(*) AS n FROM bank_payouts'))[0]?.n)

describe('Marking paid', () => {
  it('books what left with its reference, once; the same again changes nothing, another reference is refused', async () => {
    const [id = ''] = payments
    const { payment } = await mark(id, 'Transfer 1')
    expect(payment).toMatchObject({ id, status: 'paid', rail: 'ledger', reference: 'Transfer 1', amount: 200 })
    expect((await mark(id, 'Transfer 1')).payment).toEqual(payment)
    await expect(mark(id, 'Transfer 2')).rejects.toMatchObject({ code: 'payment_settled', status: 409 })
    const [told] = await nation.database.query<{ facts: unknown }[]>(
      "SELECT facts FROM journal WHERE kind = 'bank.payments-settled'",
    )
    expect(typeof told?.facts === 'string' ? JSON.parse(told.facts) : told?.facts).toMatchObject({
      payments: 1,
      salary: { office: 'president', cycle: 1 },
    })
    await expect(
      mark(
        id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        'x',
      ),
    ).rejects.toMatchObject({ code: 'payment_not_found' })
    expect(await balancesOf(nation.database)).not.toHaveProperty(`official:${ada.uid}`)
    expect(await balancesOf(nation.database)).toMatchObject({ outside: 200_00 })
    expect((await read(nation.runtime, null, bankData)).bankData.balances).toMatchObject({ owed: 250, paidOut: 200 })
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('happens once, however many do it at the same moment', async () => {
    const [id = ''] = payments
    await Promise.all(Array.from({ length: 20 }, () => mark(id, 'Transfer 1')))
    expect(await payoutCount()).toBe(1)
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('takes a whole batch, exported, filled in and sent back, and the same batch again', async () => {
    const exported = await as(nation.runtime, admin, (ctx) => exportBatch(ctx, {}))
    expect(exported).toMatchObject({ payments: 3, filename: 'nation-payouts-2026-01-13.csv' })
    const [header, ...rows] = readCsv(exported.csv) ?? []
    expect(rows[0]?.fields).toEqual([
      payments[0],
      '1',
      'President',
      '\'=HYPERLINK("x")',
      ada.handle,
      ada.walletAddress,
      '200.00',
      '',
    ])
    const filled = [header?.fields, ...rows.map(({ fields }, i) => [...fields.slice(0, -1), `Transfer ${i + 1}`])].map(
      (fields) => (fields ?? []).map((field) => `"${field.replaceAll('"', '""')}"`).join(','),
    )
    const csv = filled.join('\r\n')
    expect(await batch(csv)).toMatchObject({ marked: 3, unchanged: 0, total: 450, totalCents: '45000' })
    expect(await batch(csv)).toMatchObject({ marked: 0, unchanged: 3, total: 0 })
    expect((await list()).map(({ reference }) => reference)).toEqual(['Transfer 1', 'Transfer 2', 'Transfer 3'])
    expect((await as(nation.runtime, admin, (ctx) => exportBatch(ctx, {}))).payments).toBe(0)
    expect(await balancesOf(nation.database)).toEqual({ outside: 450_00, treasury: -450_00 })
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('exports no more than comes back in one request, the oldest first, and says how many wait', async () => {
    const [held] = await nation.database.query<{ citizen_id: string; movement_id: string }[]>(
      'SELECT citizen_id, movement_id FROM bank_payments LIMIT 1',
    )
    const at = nation.clock.now()
    for (let number = 100; number < 200; number++) {
      const due = new Date(at.getTime() + number * week)
      await nation.database.query(
        `INSERT INTO bank_cycles (number, starts_at, due_at, total_cents, paid_cents, vacant_cents, percentages, processed_at)
         VALUES (?, ?, ?, 0, 0, 0, '{}', ?)`,
        [number, due, due, at],
      )
    }
    await nation.database.query(
      `INSERT INTO bank_payments (uid, cycle_id, office, citizen_id, amount_cents, held_ms, movement_id)
       SELECT UUID(), y.id, f.office, ?, 100, 1, ? FROM bank_cycles y
       JOIN (${governmentRoles.map((role) => `SELECT '${role}' AS office`).join(' UNION ALL ')}) f WHERE y.number >= 100`,
      [held?.citizen_id, held?.movement_id],
    )
    await nation.database.query(
      `INSERT INTO bank_waiting (payment_id, cycle_number)
       SELECT p.id, y.number FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id WHERE y.number >= 100`,
    )
    await repairCounters(nation.database, [waitingCounter])
    const exported = await as(nation.runtime, admin, (ctx) => exportBatch(ctx, {}))
    expect(exported.waiting).toBe(1_003)
    expect(exported.payments).toBeLessThan(1_000)
    const rows = readCsv(exported.csv) ?? []
    expect(rows).toHaveLength(1 + exported.payments)
    expect(rows[1]?.fields[0]).toBe(payments[0])
    const csv = exported.csv.replaceAll(/,\r\n/g, `,${'5'.repeat(88)}\r\n`)
    expect(Buffer.byteLength(JSON.stringify({ csv }))).toBeLessThan(128 * 1024)
    const call = allCalls.find(({ id }) => id === 'bank.mark-batch')
    expect(call?.input.safeParse({ csv }).success).toBe(true)
    expect((await batch(csv)).marked).toBe(exported.payments)
  })

  it('marks nothing of a batch in which any line is wrong, and names every such line', async () => {
    await mark(payments[2] ?? '', 'Transfer 9')
    const csv = [
      'payment,amount,reference',
      `${payments[0]},200.00,Transfer 1`,
      `${payments[1]},149.99,Transfer 2`,
      `${payments[2]},100,Transfer 3`,
      '00000000-0000-7000-8000-000000000000,1,Transfer 4',
      `${payments[0]},200,Transfer 5`,
      'x,,',
    ].join('\n')
    const refused = await batch(csv).catch((error: NationError) => error)
    expect(refused).toMatchObject({ code: 'batch_invalid', status: 400 })
    expect((refused as NationError).details.map(({ path, message }) => [path, message])).toEqual([
      ['lines.3', 'Line 3: The amount is 150.00, not 149.99.'],
      ['lines.4', "Line 4: It is marked as paid already, as 'Transfer 9'."],
      ['lines.5', 'Line 5: There is no such payment.'],
      ['lines.6', 'Line 6: The same payment is on line 2.'],
      ['lines.7', 'Line 7: The payment is not an id. The reference is missing.'],
    ])
    expect(await payoutCount()).toBe(1)
  })

  it('says that the file could not be used where that is what is wrong', async () => {
    const refused = await batch('payment_id,reference\nx,Transfer 1').catch((error: NationError) => error)
    expect(refused).toMatchObject({
      code: 'batch_unusable',
      status: 400,
      message: 'No payment was marked as paid, because the file could not be used.',
    })
    expect((refused as NationError).details).toMatchObject([
      { message: expect.stringMatching(/^Line 1: Column 'payment' is missing/) as string },
    ])
  })

  it('is in the file that everybody can have, in which no name is a formula', async () => {
    await mark(payments[0] ?? '', '=cmd')
    const { csv } = await read(nation.runtime, null, (ctx) => exportPayments(ctx, {}))
    const rows = readCsv(csv) ?? []
    expect(rows).toHaveLength(4)
    const first = rows[1]?.fields ?? []
    expect([first[0], first[5], first[9], first[10], first[12]]).toEqual([
      payments[0],
      '\'=HYPERLINK("x")',
      '200.00',
      'paid',
      "'=cmd",
    ])
    const own = await read(nation.runtime, null, (ctx) => exportPayments(ctx, { userId: ada.uid }))
    expect(readCsv(own.csv)).toHaveLength(2)
    expect(csv).not.toContain(ada.walletAddress)
  })
})

describe('A salary', () => {
  it('is in the copy of their data that an official takes along', async () => {
    await mark(payments[0] ?? '', 'Transfer 1')
    const data = await copyOfData(nation.database, ada)
    expect(data.salaries).toMatchObject([
      { payment: payments[0], cycle: 1, amount_cents: '20000', reference: 'Transfer 1' },
    ])
  })
})

describe('The check of the books', () => {
  const check = () => as(nation.runtime, admin, (ctx) => checkBooks(ctx))
  const sql = (statement: string, values: unknown[] = []) => nation.database.query<unknown>(statement, values)

  it('is made every night at three, once, and everybody sees when', async () => {
    expect(await checkDueAt(nation.database, nation.clock.now())).toEqual(new Date('2026-01-13T03:00:00.000Z'))
    await Promise.all(Array.from({ length: 5 }, () => checkBooksNightly(nation.runtime)))
    expect(await checkDueAt(nation.database, nation.clock.now())).toBeNull()
    expect(await sql('SELECT night, problems FROM bank_checks')).toHaveLength(1)
    expect((await read(nation.runtime, null, bankData)).bankData.books).toEqual({
      checkedAt: nation.clock.now().getTime(),
      balanced: true,
      movements: 2,
    })
    nation.clock.set(new Date('2026-01-14T03:00:00.000Z'))
    expect(await checkDueAt(nation.database, nation.clock.now())).toEqual(nation.clock.now())
    nation.clock.set(new Date('2026-02-04T09:00:00.000Z'))
    await checkBooksNightly(nation.runtime)
    expect(await checkDueAt(nation.database, nation.clock.now())).toBeNull()
  })

  it('tells administrators, fails for the workers’ monitoring, and is not repeated that night', async () => {
    await sql('UPDATE ledger_entries SET amount_cents = amount_cents + 1 ORDER BY amount_cents DESC LIMIT 1')
    await expect(checkBooksNightly(nation.runtime)).rejects.toThrow(BooksDiffer)
    await checkBooksNightly(nation.runtime)
    expect(await sql("SELECT visibility FROM journal WHERE kind = 'bank.books-differ'")).toEqual([
      { visibility: 'admins' },
    ])
    expect((await read(nation.runtime, null, bankData)).bankData.books).toMatchObject({ balanced: false })
    expect((await check()).problems.join()).toMatch(/does not come to nothing/)
  })

  it.each([
    [
      'an entry is changed',
      'UPDATE ledger_entries SET amount_cents = -amount_cents WHERE movement_id = (SELECT MAX(id) FROM ledger_movements)',
      /not what was sealed/,
    ],
    ['an entry is gone', 'DELETE FROM ledger_entries ORDER BY amount_cents LIMIT 1', /does not come to nothing/],
    [
      'a movement says another reference',
      "UPDATE ledger_movements SET reference = 'x' WHERE kind = 'salaries'",
      /not what was sealed/,
    ],
    [
      'a movement is backdated',
      'UPDATE ledger_movements SET booked_at = booked_at - INTERVAL 1 SECOND LIMIT 1',
      /not what was sealed/,
    ],
    ['a balance is raised', 'UPDATE ledger_accounts SET balance_cents = balance_cents + 1 LIMIT 1', /The balance of/],
    [
      'a payment is raised',
      'UPDATE bank_payments SET amount_cents = amount_cents + 1 LIMIT 1',
      /Cycle 1 gave out|as its payments say/,
    ],
    [
      'a payout is invented',
      "INSERT INTO bank_payouts SELECT id, 'ledger', 'x', movement_id, NULL, '2026-01-13' FROM bank_payments LIMIT 1",
      /the ledger does not say the same/,
    ],
    ['the bank’s head is set back', 'UPDATE bank_state SET movements = 1', /should at 1/],
  ])('notices when %s', async (_, statement, sentence) => {
    expect((await check()).problems).toEqual([])
    await sql(statement)
    expect((await check()).problems.join(' ')).toMatch(sentence)
  })

  it('notices when the last movement is taken away with all that belongs to it', async () => {
    await mark(payments[0] ?? '', 'Transfer 1')
    expect((await check()).problems).toEqual([])
    await sql('DELETE FROM bank_payouts')
    await sql('DELETE FROM ledger_entries WHERE movement_id = (SELECT id FROM ledger_movements WHERE kind = ?)', [
      'payout',
    ])
    await sql("DELETE FROM ledger_movements WHERE kind = 'payout'")
    await sql(
      'UPDATE ledger_accounts a SET balance_cents = COALESCE((SELECT SUM(amount_cents) FROM ledger_entries e WHERE e.account_id = a.id), 0)',
    )
    expect((await check()).problems).toEqual(['The ledger ends at movement 2, and should at 3.'])
  })
})

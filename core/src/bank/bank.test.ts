import { bankOffices, salaryPresets, type SalaryPercentages } from '@nation/domain/bank'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { officeTitle } from '@nation/domain/elections'
import type { Citizen } from '../citizens/citizen.entity'
import { updateMemberRole } from '../government/appointments.service'
import { deleteAccount } from '../membership/delete-account'
import { advanceElections, RecountDiffers } from '../elections'
import { read } from '../platform'
import { aCandidate, aCitizen, anElection, as, useTestNation, vote } from '../testing'
import {
  bankData,
  exportPayments,
  listCycles,
  listMovements,
  listPayments,
  payDueCycles,
  paymentDueAt,
  processPayment,
  recordFunding,
  seatWhoIsToBePaid,
  startCycle,
  updatePercentages,
  updateTotal,
} from '.'
import { anOfficial, aRunningBank, balancesOf, bookProblems, paymentsOf } from './testing'

const nation = useTestNation()
const day = 86_400_000
const week = 7 * day

let admin: Citizen
/** Tuesday 2026-01-06, noon. */
let start: number

beforeEach(async () => {
  admin = await aCitizen(nation.database, { isAdmin: true, role: 'admin', username: 'Alma' })
  start = nation.clock.now().getTime()
})

const at = (instant: number) => nation.clock.set(new Date(instant))
const setTotal = (totalSalaries: number | string) =>
  as(nation.runtime, admin, (ctx) => updateTotal(ctx, { totalSalaries, adminId: undefined }))
const setPercentages = (salaryPercentages: Record<string, number>) =>
  as(nation.runtime, admin, (ctx) => updatePercentages(ctx, { salaryPercentages, adminId: undefined }))
const press = (cycle?: number) => as(nation.runtime, admin, (ctx) => processPayment(ctx, { cycle, adminId: undefined }))
const begin = () => as(nation.runtime, admin, (ctx) => startCycle(ctx))
const payDue = async () => (await payDueCycles(nation.runtime)).map(({ number }) => number)
const data = async () => (await read(nation.runtime, null, bankData)).bankData
const kinds = async () =>
  (
    await nation.database.query<{ kind: string }[]>("SELECT kind FROM journal WHERE kind LIKE 'bank.%' ORDER BY id")
  ).map(({ kind }) => kind)
const elected = (office: Parameters<typeof anOfficial>[1], from = start - day, to: number | null = null) =>
  anOfficial(nation.database, office, { from: new Date(from), to: to === null ? null : new Date(to) })

describe('The bank', () => {
  it('before the first setting pays nothing, by the constitution’s parts, and has nothing scheduled', async () => {
    expect(await data()).toMatchObject({
      totalSalaries: 0,
      salaryPercentages: salaryPresets.constitution,
      cycleActive: false,
      nextPaymentDate: null,
      lastUpdated: null,
      totalSetAt: null,
      paymentStatus: { isDue: false, daysUntilPayment: null },
      cycle: null,
      books: null,
    })
    await expect(press()).rejects.toMatchObject({ code: 'no_cycle', status: 409 })
    await expect(begin()).rejects.toMatchObject({
      code: 'total_missing',
      message: 'Please set a total salary amount before starting the cycle.',
    })
    expect(await payDue()).toEqual([])
  })

  it.each([-1, '-0.01', NaN, '1.005', 'a lot', '', 2e9])('takes no salary amount of %j', async (amount) => {
    await expect(setTotal(amount)).rejects.toMatchObject({
      code: 'salary_invalid',
      status: 400,
      message: 'Please enter a valid salary amount',
    })
    expect(await kinds()).toEqual([])
  })

  it('shows what each office gets of the pool to the cent, who holds it, and when the next payment is', async () => {
    const ada = await elected('president')
    await setTotal(1_234.56)
    await begin()
    const shown = await data()
    expect(shown).toMatchObject({
      totalSalaries: 1_234.56,
      totalSalariesCents: '123456',
      nextPaymentDate: start + week,
      lastUpdated: start,
      cycleActive: true,
      paymentStatus: { isDue: false, daysUntilPayment: 7 },
      cycle: { number: 1, startsAt: start, dueAt: start + week },
    })
    expect(shown.salaryCalculations).toMatchObject({
      president: 246.91,
      marketingMinister: 123.46,
      raidMinister: 123.46,
    })
    expect(shown.positions.reduce((sum, one) => sum + Number(one.amountCents), 0)).toBe(123_456)
    expect(shown.positions[0]).toMatchObject({ office: 'president', holder: { id: ada.uid, since: start - day } })
    expect(shown.positions[1]).toMatchObject({ office: 'primeMinister', holder: null })
    at(start + day)
    await setPercentages(salaryPresets.panel)
    expect(await data()).toMatchObject({ lastUpdated: start + day, totalSetAt: start })
  })

  it('is started once, also when many start it at the same moment', async () => {
    await setTotal(100)
    const starts = await Promise.allSettled(Array.from({ length: 20 }, begin))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of starts) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'cycle_running', status: 409 })
    }
    expect((await kinds()).filter((kind) => kind === 'bank.cycle-started')).toHaveLength(1)
  })

  it('takes percentages of 100 in all, and no others', async () => {
    await setPercentages({ ...salaryPresets.panel })
    expect((await data()).salaryPercentages).toEqual(salaryPresets.panel)
    await expect(setPercentages({ president: 99.99 })).rejects.toMatchObject({
      code: 'percentages_invalid',
      status: 400,
    })
    expect((await data()).salaryPercentages).toEqual(salaryPresets.panel)
  })
})

describe('a setting that names the version it was decided on', () => {
  const raise = (version: number, totalSalaries: number) =>
    as(nation.runtime, admin, (ctx) => updateTotal(ctx, { totalSalaries, version, adminId: undefined }))
  const divide = (version: number, salaryPercentages: SalaryPercentages) =>
    as(nation.runtime, admin, (ctx) => updatePercentages(ctx, { salaryPercentages, version, adminId: undefined }))
  const overtaken = { code: 'setting_changed', status: 409 }

  it('is refused where another one was faster, and changes nothing then', async () => {
    const { totalVersion: first } = await raise((await data()).totalVersion, 100)
    expect(await data()).toMatchObject({ totalVersion: first, totalSalaries: 100 })
    await raise(first, 200)
    await expect(raise(first, 300)).rejects.toMatchObject(overtaken)
    expect(await data()).toMatchObject({ totalSalaries: 200 })
    const { percentagesVersion: second } = await divide((await data()).percentagesVersion, salaryPresets.panel)
    await divide(second, salaryPresets.constitution)
    await expect(divide(second, salaryPresets.panel)).rejects.toMatchObject(overtaken)
    expect(await data()).toMatchObject({ salaryPercentages: salaryPresets.constitution })
    expect(await kinds()).toHaveLength(4)
  })

  it('is taken once when ten decide on the same version at the same moment', async () => {
    const { totalVersion } = await data()
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => raise(totalVersion, 100 + n)))
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused) expect(reason).toMatchObject(overtaken)
    expect(await kinds()).toEqual(['bank.total-changed'])
  })
})

/** A pool in cents, and percentages of all ten offices that add up to 100, to the hundredth. */
const anyBudgets = fc.array(
  fc.record({
    cents: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 100_000_000_000 })),
    percentages: fc
      .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 9, maxLength: 9 })
      .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 10_000])
      .map((at) =>
        Object.fromEntries(bankOffices.map((office, i) => [office, ((at[i + 1] ?? 0) - (at[i] ?? 0)) / 100])),
      ),
  }),
  { minLength: 12, maxLength: 12 },
)

/** Amounts by office; what is nothing is left out. */
const byOffice = (amounts: readonly (readonly [string, number])[]) =>
  Object.fromEntries(amounts.filter(([, cents]) => cents > 0))

it('The bank shows, pays and exports one amount for an office, to the cent', async () => {
  for (const office of bankOffices) await elected(office)
  await setTotal(1)
  await begin()
  // One run of random budgets, a cycle for each; a failure names the budget.
  const [budgets = []] = fc.sample(anyBudgets, { numRuns: 1 })
  for (const [index, { cents, percentages }] of budgets.entries()) {
    await setTotal(cents / 100)
    await setPercentages(percentages)
    const { positions, salaryCalculations } = await data()
    const shown = byOffice(positions.map(({ office, amountCents }) => [office, Number(amountCents)]))
    const context = JSON.stringify({ cents, percentages })
    expect(
      Object.values(shown).reduce((sum, one) => sum + one, 0),
      context,
    ).toBe(cents)
    expect(
      byOffice(Object.entries(salaryCalculations).map(([office, amount]) => [office, Math.round(amount * 100)])),
      context,
    ).toEqual(shown)
    at(start + (index + 1) * week)
    expect(await payDue()).toEqual([index + 1])
    const paid = (await paymentsOf(nation.database)).filter(([cycle]) => cycle === index + 1)
    expect(byOffice(paid.map(([, office, , amount]) => [office, amount])), context).toEqual(shown)
    const { csv } = await read(nation.runtime, null, (ctx) => exportPayments(ctx, {}))
    const exported = csv.split('\n').flatMap((line) => {
      const [, cycle, , , title, , , , , amount] = line.split(',')
      const office = bankOffices.find((one) => officeTitle(one) === title)
      return office && cycle === String(index + 1) ? [[office, Math.round(Number(amount) * 100)] as const] : []
    })
    expect(byOffice(exported), context).toEqual(shown)
  }
})

describe('A payment', () => {
  it('comes at countdown zero, to everybody who held an office for their time; the vacant part stays', async () => {
    const ada = await elected('president')
    const bob = await elected('secretary', start - day, start + 3 * day)
    const cem = await elected('secretary', start + 3 * day)
    const dai = await elected('justiceMinister')
    await aRunningBank(nation.runtime, admin)
    at(start + week - 1)
    expect(await payDue()).toEqual([])
    await expect(press()).rejects.toMatchObject({ code: 'payment_not_due', status: 409 })
    at(start + week)
    expect((await data()).paymentStatus).toEqual({ isDue: true, daysUntilPayment: 0 })
    expect(await payDue()).toEqual([1])
    expect(await paymentsOf(nation.database)).toEqual(
      [
        [1, 'president', ada.uid, 200_00],
        [1, 'secretary', bob.uid, 42_86],
        [1, 'secretary', cem.uid, 57_14],
      ].sort(([, a, x], [, b, y]) => (`${a}${x}` < `${b}${y}` ? -1 : 1)),
    )
    expect(await balancesOf(nation.database)).toEqual({
      [`official:${ada.uid}`]: 200_00,
      [`official:${bob.uid}`]: 42_86,
      [`official:${cem.uid}`]: 57_14,
      treasury: -300_00,
    })
    expect(await bookProblems(nation.database)).toEqual([])
    expect((await data()).cycle).toEqual({ number: 2, startsAt: start + week, dueAt: start + 2 * week })
    expect(await kinds()).toEqual([
      'bank.total-changed',
      'bank.cycle-started',
      'bank.salary-booked',
      'bank.salary-booked',
      'bank.salary-booked',
      'bank.cycle-paid',
    ])
    const events = await nation.database.query<{ subject: string; visibility: string }[]>(
      "SELECT subject, visibility FROM journal WHERE kind = 'bank.salary-booked'",
    )
    for (const { subject, visibility } of events) expect(visibility).toBe(`citizen:${subject}`)
    expect(events.map(({ subject }) => subject)).not.toContain(dai.uid)
  })

  it('is made when an administrator presses at zero, as by itself; pressed again for that cycle it says so, otherwise it is early', async () => {
    const ada = await elected('president')
    await aRunningBank(nation.runtime, admin)
    at(start + week)
    // A press that means a later cycle does not pay this one.
    await expect(press(2)).rejects.toMatchObject({ code: 'payment_not_due' })
    expect(await press(1)).toMatchObject({
      alreadyPaid: false,
      paid: [{ number: 1, total: 1_000, paid: 200, vacant: 800, payments: 1 }],
      nextPaymentDate: start + 2 * week,
    })
    expect(await press(1)).toMatchObject({ alreadyPaid: true, paid: [], nextPaymentDate: start + 2 * week })
    await expect(press()).rejects.toMatchObject({ code: 'payment_not_due' })
    await expect(press(2)).rejects.toMatchObject({ code: 'payment_not_due' })
    expect(await payDue()).toEqual([])
    expect(await paymentsOf(nation.database)).toEqual([[1, 'president', ada.uid, 200_00]])
    const { cycles } = await read(nation.runtime, null, (ctx) => listCycles(ctx, {}))
    expect(cycles).toMatchObject([{ number: 1, processedBy: 'Alma', payments: 1, settled: 0, vacant: 800 }])
    // A request that names a cycle pays that one, and no other that happens to be due.
    at(start + 2 * week)
    await expect(press(99)).rejects.toMatchObject({ code: 'payment_not_due' })
    expect(await paymentsOf(nation.database)).toHaveLength(1)
  })

  it('is made once by 200 who press at the same moment, with workers that pay too', async () => {
    const ada = await elected('president')
    await aRunningBank(nation.runtime, admin)
    at(start + week)
    const presses = await Promise.allSettled([
      ...Array.from({ length: 200 }, () => press()),
      ...Array.from({ length: 4 }, payDue),
    ])
    for (const one of presses.slice(0, 200)) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'payment_not_due', status: 409 })
    }
    const paidByPress = presses.slice(0, 200).filter(({ status }) => status === 'fulfilled').length
    const paidByWorkers = presses
      .slice(200)
      .flatMap((one) => (one.status === 'fulfilled' ? (one.value as number[]) : []))
    expect(paidByPress + paidByWorkers.length).toBe(1)
    expect(await paymentsOf(nation.database)).toEqual([[1, 'president', ada.uid, 200_00]])
    expect((await kinds()).filter((kind) => kind === 'bank.cycle-paid')).toHaveLength(1)
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('catches up after three weeks asleep: each cycle once, with the pool, the parts and the terms of its own time', async () => {
    const ada = await elected('president', start - day, start + week + day)
    const bob = await elected('president', start + week + day)
    await aRunningBank(nation.runtime, admin, 700)
    at(start + week + 2 * day)
    await setTotal(1_400)
    at(start + 2 * week)
    // At the due instant itself: it belongs to the cycle that begins then.
    await setPercentages({ president: 50, justiceMinister: 50 })
    at(start + 3 * week + 60_000)
    expect(await payDue()).toEqual([1, 2, 3])
    expect(await payDue()).toEqual([])
    const both = [
      [2, 'president', ada.uid, 40_00],
      [2, 'president', bob.uid, 240_00],
    ].sort(([, , a], [, , b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    expect(await paymentsOf(nation.database)).toEqual([
      [1, 'president', ada.uid, 140_00],
      ...both,
      [3, 'president', bob.uid, 700_00],
    ])
    expect((await data()).cycle).toMatchObject({ number: 4, dueAt: start + 4 * week })
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('pays each missed cycle by one press as well', async () => {
    await elected('president')
    await aRunningBank(nation.runtime, admin)
    at(start + 3 * week)
    expect((await press()).paid.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('is right over jumps of the clock: an hour back, a second on, and over a change to summer time', async () => {
    await elected('president')
    // Two days before clocks on European walls are put forward (2026-03-29, 01:00 UTC).
    start = Date.parse('2026-03-27T12:00:00.000Z')
    at(start)
    await aRunningBank(nation.runtime, admin)
    at(start + week - 1_000)
    expect(await payDue()).toEqual([])
    at(start + week)
    expect(await payDue()).toEqual([1])
    at(start + week - 3_600_000)
    expect(await payDue()).toEqual([])
    await expect(press()).rejects.toMatchObject({ code: 'payment_not_due' })
    // What is set while the clock is behind is not part of what is paid already.
    await setTotal(10)
    await setTotal(20)
    at(start + week + 1_000)
    expect(await payDue()).toEqual([])
    at(start + 2 * week - 1)
    expect(await payDue()).toEqual([])
    at(start + 2 * week)
    expect(await payDue()).toEqual([2])
    const cycles = await nation.database.query<{ number: number; due_at: Date; total_cents: string }[]>(
      'SELECT number, due_at, total_cents FROM bank_cycles ORDER BY number',
    )
    expect(cycles).toEqual([
      { number: 1, due_at: new Date('2026-04-03T12:00:00.000Z'), total_cents: '100000' },
      { number: 2, due_at: new Date('2026-04-10T12:00:00.000Z'), total_cents: '2000' },
    ])
  })

  it('of a cycle whose budget is nothing, or in which all offices were vacant, pays no official', async () => {
    await aRunningBank(nation.runtime, admin)
    at(start + week)
    expect(await payDue()).toEqual([1])
    expect(await balancesOf(nation.database)).toEqual({})
    await setTotal(0)
    at(start + 2 * week)
    expect(await payDue()).toEqual([2])
    expect(await paymentsOf(nation.database)).toEqual([])
    const { movements } = await read(nation.runtime, null, (ctx) => listMovements(ctx, {}))
    expect(movements.map(({ kind, cycle }) => [kind, cycle])).toEqual([
      ['salaries', 1],
      ['cycle-budget', 1],
    ])
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('goes to the minister of justice who was appointed, when the percentages say so', async () => {
    const dai = await aCitizen(nation.database)
    await as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: dai.uid, role: 'government', governmentRole: 'justiceMinister' }),
    )
    await setPercentages({ ...salaryPresets.panel })
    await aRunningBank(nation.runtime, admin)
    at(start + week)
    expect(await payDue()).toEqual([1])
    expect(await paymentsOf(nation.database)).toEqual([[1, 'justiceMinister', dai.uid, 100_00]])
  })
})

describe('Salaries and elections', () => {
  const monday = Date.parse('2026-01-12T00:00:00.000Z')

  it('wait for the government of an election that ended before they are due, so that they reach those who were seated', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    const bob = await elected('president')
    await aRunningBank(nation.runtime, admin, 700)
    at(start + week)
    expect(await paymentDueAt(nation.database, nation.clock.now())).toBeNull()
    expect(await payDue()).toEqual([])
    await expect(press()).rejects.toMatchObject({ code: 'government_not_seated', status: 409 })
    await advanceElections(nation.runtime)
    expect(await payDue()).toEqual([1])
    const bobs = Math.round((140_00 * (monday - start)) / week)
    expect(await paymentsOf(nation.database)).toEqual(
      [
        [1, 'president', ada.citizen.uid, 140_00 - bobs],
        [1, 'president', bob.uid, bobs],
      ].sort(([, , a], [, , b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    )
  })

  it('are not earned beyond the election by an official who leaves the nation before the next one is seated', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    const bob = await elected('president')
    await aRunningBank(nation.runtime, admin, 700)
    at(monday + day / 4)
    const { uid } = bob
    await as(nation.runtime, bob, (ctx) =>
      deleteAccount(ctx, { formerAccounts: Buffer.alloc(32) }, { confirm: bob.handle }),
    )
    at(start + week)
    await advanceElections(nation.runtime)
    expect(await payDue()).toEqual([1])
    const bobs = Math.round((140_00 * (monday - start)) / week)
    expect(Object.fromEntries((await paymentsOf(nation.database)).map(([, , who, cents]) => [who, cents]))).toEqual({
      [ada.citizen.uid]: 140_00 - bobs,
      [uid]: bobs,
    })
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('are safe only where the terms of an office lie apart: the books tell of two that overlap', async () => {
    const [bob, eve] = [await elected('president', start - 2 * day, start), await elected('president', start)]
    await elected('secretary', start - day)
    expect(await bookProblems(nation.database)).toEqual([])
    await nation.database.query('UPDATE terms SET ended_at = ? WHERE citizen_id = ?', [new Date(start + 1), bob.id])
    expect(await bookProblems(nation.database)).toEqual([
      `Two terms of president overlap, of ${bob.uid} and ${eve.uid}.`,
    ])
  })

  it('are brought together by a press while the workers are down', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    await aRunningBank(nation.runtime, admin, 700)
    at(start + week)
    await seatWhoIsToBePaid(nation.runtime)
    expect((await press()).paid).toMatchObject([{ number: 1, payments: 1 }])
    const [payment] = await paymentsOf(nation.database)
    expect(payment?.slice(0, 3)).toEqual([1, 'president', ada.citizen.uid])
  })

  it('are paid as far as governments are seated, when several cycles are due', async () => {
    await anElection(nation.runtime)
    await aRunningBank(nation.runtime, admin)
    at(start + week)
    await advanceElections(nation.runtime)
    at(start + 2 * week)
    expect(await press()).toMatchObject({ paid: [{ number: 1 }], nextPaymentDate: start + 2 * week })
    await expect(press()).rejects.toMatchObject({ code: 'government_not_seated' })
    await seatWhoIsToBePaid(nation.runtime)
    expect(await press()).toMatchObject({ paid: [{ number: 2 }], nextPaymentDate: start + 3 * week })
  })

  it('stay apart from an election that cannot be counted: no official is paid in error', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    await aRunningBank(nation.runtime, admin)
    await nation.database.query('UPDATE tallies SET weight_units = weight_units + 1')
    at(start + week)
    await seatWhoIsToBePaid(nation.runtime)
    await expect(press()).rejects.toMatchObject({ code: 'government_not_seated' })
    expect(await paymentsOf(nation.database)).toEqual([])
    await nation.database.query('UPDATE elections SET recount_failed_at = NULL')
    await expect(advanceElections(nation.runtime)).rejects.toThrow(RecountDiffers)
  })
})

describe('What comes from the developer wallet', () => {
  it('is halved between the government and operations, and is shown with its reference', async () => {
    const { movement } = await as(nation.runtime, admin, (ctx) =>
      recordFunding(ctx, { amount: '100.01', reference: 'Fees of the first week', adminId: undefined }),
    )
    expect(movement).toMatchObject({
      number: 1,
      kind: 'funding',
      reference: 'Fees of the first week',
      actor: { id: admin.uid, username: 'Alma' },
      entries: [
        { account: 'outside', amountCents: '-10001' },
        { account: 'operations', amountCents: '5000' },
        { account: 'treasury', amountCents: '5001' },
      ],
    })
    expect((await data()).balances).toMatchObject({ funded: 100.01, treasury: 50.01, operations: 50 })
    for (const amount of [0, -5, 'x']) {
      await expect(
        as(nation.runtime, admin, (ctx) => recordFunding(ctx, { amount, reference: 'x', adminId: undefined })),
      ).rejects.toMatchObject({ code: 'amount_invalid' })
    }
    expect(await bookProblems(nation.database)).toEqual([])
  })
})

describe('Lists of the bank', () => {
  it('lead page by page through all payments, newest first, and can be asked for one official or office', async () => {
    const ada = await elected('president')
    const bob = await elected('secretary')
    await aRunningBank(nation.runtime, admin)
    at(start + 3 * week)
    await payDue()
    const list = (input: Parameters<typeof listPayments>[1]) =>
      read(nation.runtime, null, (ctx) => listPayments(ctx, input))
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 4, ...(cursor !== undefined && { cursor }) })
      all.push(...page.payments.map(({ cycle, office }) => `${cycle} ${office}`))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(all).toEqual(['3 president', '3 secretary', '2 president', '2 secretary', '1 president', '1 secretary'])
    expect((await list({ userId: bob.uid })).payments.map(({ cycle }) => cycle)).toEqual([3, 2, 1])
    expect((await list({ office: 'president', cycle: 2 })).payments).toMatchObject([
      {
        payee: { id: ada.uid },
        percent: 20,
        amount: 200,
        heldMs: week,
        status: 'pending',
        cycleDueAt: start + 2 * week,
      },
    ])
    expect((await list({ status: 'paid' })).payments).toEqual([])
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
    const cycles = await read(nation.runtime, null, (ctx) => listCycles(ctx, { limit: 2 }))
    expect(cycles.cycles.map(({ number }) => number)).toEqual([3, 2])
    const older = await read(nation.runtime, null, (ctx) => listCycles(ctx, { cursor: cycles.nextCursor ?? '' }))
    expect(older.cycles.map(({ number }) => number)).toEqual([1])
  })
})

import {
  bankOffices,
  dollarsOf,
  officeShares,
  paymentStatus,
  salaryPresets,
  tidyPercentages,
  type SalaryPercentages,
} from '@nation/domain/bank'
import type { CallAnswer } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import { errorTable } from '@nation/domain/errors'
import { refuse } from './fake-nation'
import type { FakeNation } from './fake-nation'

type Person = CallAnswer<'bank.get-payments'>['payments'][number]['payee']
type Payment = CallAnswer<'bank.get-payments'>['payments'][number]
type Cycle = CallAnswer<'bank.get-cycles'>['cycles'][number]

interface Options {
  readonly now: number
  readonly empty: boolean
  /** Who holds an office, by its place in the cabinet; null where it is vacant. */
  readonly holder: (order: number) => Person | null
}

const week = 7 * 86_400_000
const seal = 'f0'.repeat(32)
const id = (kind: number, index: number) =>
  `01890a5d-ac96-774b-b${kind}00-${(index * 7919 + 104729).toString(16).padStart(12, '0')}`

const settingChanged = () => refuse(409, 'setting_changed', errorTable.setting_changed[1])

/** What a bank in memory answers: four cycles that were paid, the fifth under way; or one that was never started. */
export function bankAnswers({ now, empty, holder }: Options): FakeNation['answers'] {
  let totalCents = empty ? 0 : 1_250_000
  let percentages: SalaryPercentages = salaryPresets.constitution
  let totalVersion = empty ? 0 : 3
  let percentagesVersion = 0
  let cycle = empty ? null : { number: 5, startsAt: now - 4 * 86_400_000, dueAt: now + 3 * 86_400_000 }
  let payments = empty ? [] : [4, 3, 2, 1].flatMap((number) => paymentsOf(number))
  let cycles = [...new Set(payments.map((payment) => payment.cycle))].map((number) => cycleOf(number))

  function paymentsOf(number: number): Payment[] {
    const dueAt = now + 3 * 86_400_000 - (5 - number) * week
    return [...officeShares(totalCents, percentages)].flatMap(([office, cents], order): Payment[] => {
      const payee = holder(order)
      if (!payee) return []
      const paid = number < 4
      return [
        {
          id: id(1, number * 10 + order),
          cycle: number,
          cycleStartsAt: dueAt - week,
          cycleDueAt: dueAt,
          office,
          title: officeTitle(office),
          payee,
          percent: percentages[office] ?? 0,
          heldMs: order === 2 ? 3 * 86_400_000 + 4 * 3_600_000 : week,
          amount: dollarsOf(cents),
          amountCents: String(cents),
          bookedAt: dueAt + 900,
          movementId: id(2, number),
          seal,
          status: paid ? 'paid' : 'pending',
          paidAt: paid ? dueAt + 7_200_000 : null,
          rail: paid ? 'ledger' : null,
          reference: paid ? `Transfer 2026-${100 + number * 10 + order}` : null,
        },
      ]
    })
  }

  function cycleOf(number: number): Cycle {
    const of = payments.filter((payment) => payment.cycle === number)
    const paid = of.reduce((sum, { amountCents }) => sum + Number(amountCents), 0)
    const dueAt = of[0]?.cycleDueAt ?? now
    return {
      number,
      startsAt: dueAt - week,
      dueAt,
      processedAt: dueAt + 900,
      processedBy: number === 2 ? 'Nadia Kowalczyk' : null,
      total: dollarsOf(totalCents),
      totalCents: String(totalCents),
      paid: dollarsOf(paid),
      vacant: dollarsOf(totalCents - paid),
      payments: of.length,
      settled: of.filter(({ status }) => status === 'paid').length,
      salaryPercentages: { ...percentages },
    }
  }

  const data = (): CallAnswer<'bank.get-data'> => {
    const shares = [...officeShares(totalCents, percentages)]
    return {
      success: true,
      bankData: {
        totalSalaries: dollarsOf(totalCents),
        totalSalariesCents: String(totalCents),
        totalVersion,
        salaryPercentages: { ...percentages },
        percentagesVersion,
        salaryCalculations: Object.fromEntries(shares.map(([office, cents]) => [office, dollarsOf(cents)])),
        nextPaymentDate: cycle?.dueAt ?? null,
        lastUpdated: totalCents === 0 ? null : now - 20 * 86_400_000,
        totalSetAt: totalCents === 0 ? null : now - 20 * 86_400_000,
        cycleActive: cycle !== null,
        paymentStatus: paymentStatus(cycle?.dueAt ?? null, now),
        cycle,
        positions: shares.map(([office, cents]) => {
          const held = holder(bankOffices.indexOf(office))
          return {
            office,
            title: officeTitle(office),
            percent: percentages[office] ?? 0,
            amount: dollarsOf(cents),
            amountCents: String(cents),
            holder: held && { ...held, since: now - 4 * 86_400_000 },
          }
        }),
        split: { operationsPercent: 50, governmentPercent: 50 },
        balances: empty
          ? { funded: 0, treasury: 0, budget: 0, operations: 0, owed: 0, paidOut: 0 }
          : { funded: 96_000, treasury: 3_000, budget: 0, operations: 48_000, owed: 11_250, paidOut: 33_750 },
        books: empty ? null : { checkedAt: now - 8 * 3_600_000, balanced: true, movements: 36 },
      },
    }
  }

  return {
    'bank.get-data': data,
    'bank.get-payments': (input) => ({
      success: true,
      payments: payments.filter(
        (payment) =>
          (input.paymentId === undefined || payment.id === input.paymentId) &&
          (input.office === undefined || payment.office === input.office) &&
          (input.userId === undefined || payment.payee.id === input.userId) &&
          (input.status === undefined || payment.status === input.status),
      ),
      nextCursor: null,
    }),
    'bank.get-cycles': () => ({ success: true, cycles, nextCursor: null }),
    'bank.get-ledger': () => ({
      success: true,
      movements: payments.slice(0, 3).map((payment, index) => ({
        id: id(3, index),
        number: 36 - index,
        kind: 'payout' as const,
        cycle: null,
        paymentId: payment.id,
        reference: 'Transfer 2026-130',
        actor: { id: id(4, 0), username: 'Nadia Kowalczyk' },
        at: now - index * 3_600_000,
        seal,
        entries: [
          {
            account: 'official' as const,
            payee: payment.payee,
            amount: -payment.amount,
            amountCents: `-${payment.amountCents}`,
          },
          { account: 'outside' as const, payee: null, amount: payment.amount, amountCents: payment.amountCents },
        ],
      })),
      nextCursor: null,
    }),
    'bank.update-total': ({ totalSalaries, version = totalVersion }) => {
      if (version !== totalVersion) return settingChanged()
      totalCents = Math.round(Number(totalSalaries) * 100)
      return {
        success: true,
        totalSalaries: dollarsOf(totalCents),
        totalSalariesCents: String(totalCents),
        totalVersion: ++totalVersion,
      }
    },
    'bank.update-percentages': ({ salaryPercentages, version = percentagesVersion }) => {
      if (version !== percentagesVersion) return settingChanged()
      percentages = tidyPercentages(salaryPercentages)
      return { success: true, salaryPercentages: { ...percentages }, percentagesVersion: ++percentagesVersion }
    },
    'bank.start-cycle': () => {
      cycle = { number: 1, startsAt: now, dueAt: now + week }
      return { success: true, cycleActive: true, nextPaymentDate: cycle.dueAt, cycle: 1 }
    },
    'bank.process-payment': () => {
      if (!cycle) return refuse(409, 'no_cycle', 'No payment scheduled')
      const { number, dueAt } = cycle
      payments = [...paymentsOf(number), ...payments]
      cycles = [cycleOf(number), ...cycles]
      cycle = { number: number + 1, startsAt: dueAt, dueAt: dueAt + week }
      const [{ total, paid, vacant, payments: count }] = cycles as [Cycle]
      return {
        success: true,
        paid: [{ number, total, paid, vacant, payments: count }],
        alreadyPaid: false,
        nextPaymentDate: cycle.dueAt,
      }
    },
    'bank.record-funding': ({ amount, reference }) => {
      const cents = Math.round(Number(amount) * 100)
      const entry = (account: 'outside' | 'treasury', amountCents: number) => ({
        account,
        payee: null,
        amount: dollarsOf(amountCents),
        amountCents: String(amountCents),
      })
      const movement = {
        ...{ id: id(3, 37), number: 37, kind: 'funding' as const, cycle: null, paymentId: null, reference },
        ...{ actor: { id: id(4, 0), username: 'Nadia Kowalczyk' }, at: now, seal },
        entries: [entry('outside', -cents), entry('treasury', cents)],
      }
      return { success: true, movement }
    },
    'bank.mark-paid': ({ paymentId, reference }) => {
      payments = payments.map((payment) =>
        payment.id === paymentId ? { ...payment, status: 'paid', paidAt: now, rail: 'ledger', reference } : payment,
      )
      const payment = payments.find((one) => one.id === paymentId)
      return payment ? { success: true, payment } : refuse(404, 'payment_not_found', 'There is no such payment.')
    },
    'bank.check-books': () => ({
      success: true,
      books: { checkedAt: now, balanced: true, movements: 36 },
      problems: [],
    }),
    'bank.export-batch': () => ({
      success: true,
      filename: 'nation-payouts.csv',
      csv: 'payment,reference\r\n',
      payments: 8,
      waiting: 8,
    }),
  }
}

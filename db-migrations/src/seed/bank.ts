import {
  checkTonight,
  listPayments,
  markPaid,
  payNextCycle,
  recordFunding,
  startCycle,
  updateTotal,
} from '@nation/core/bank'
import type { CitizenContext } from '@nation/core/platform'
import { bankSettings } from '@nation/domain/bank'
import { PERSONA_HANDLES } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, hour, minute } from './calendar'
import type { World } from './world'

/** Something that the bank did at an instant. */
interface Deed {
  readonly at: Date
  readonly done: (world: World) => Promise<void>
}

const byAdministrator = (at: Date, service: (ctx: CitizenContext) => Promise<unknown>): Deed => ({
  at,
  done: async (world) => {
    await world.act(at, PERSONA_HANDLES.admin, service)
  },
})

const byItself = (at: Date, service: Parameters<World['at']>[2]): Deed => ({
  at,
  done: async (world) => {
    await world.at(at, null, service)
  },
})

const funding = (at: Date, amount: number, reference: string): Deed =>
  byAdministrator(at, (ctx) => recordFunding(ctx, { amount, reference, adminId: undefined }))

const total = (at: Date, totalSalaries: number): Deed =>
  byAdministrator(at, (ctx) => updateTotal(ctx, { totalSalaries, adminId: undefined }))

/**
 * What the bank of the demo nation did: it was funded, started on the Monday on which the first government was seated, and
 * paid each cycle since. The salaries of the first cycle were paid out; later ones wait.
 */
export function bankDeeds(weeks: readonly ElectionDates[], noticing: number): Deed[] {
  const [founding, first, second, third] = weeks.map(({ startsAt }) => startsAt) as [Date, Date, Date, Date]
  const startedAt = after(first, 10 * hour)
  const paidAt = [1, 2].map((cycles) => after(startedAt, cycles * bankSettings.cycleMs + noticing))
  return [
    funding(after(founding, day + 10 * hour), 30_000, 'Trading fees until the first election'),
    total(after(first, 9 * hour), 12_500),
    byAdministrator(startedAt, startCycle),
    funding(after(first, 2 * day + 16 * hour), 18_250.4, 'Trading fees of the first week'),
    total(after(second, 2 * day + 11 * hour), 14_000),
    funding(after(second, 3 * day + 9 * hour), 21_610.75, 'Trading fees of the second week'),
    ...paidAt.map((at) => byItself(at, payNextCycle)),
    ...paidOut(after(second, day + 11 * hour)),
    ...[after(second, day + 3 * hour), after(third, 3 * hour - 2 * day)].map((at) => byItself(at, checkTonight)),
  ]
}

/** The administrator marks the salaries of the first cycle paid, one after the other. */
function paidOut(from: Date): Deed[] {
  // As many as two holders of each office; when all are paid, there is nothing left to do.
  return Array.from({ length: 18 }, (_, index): Deed => {
    const at = after(from, index * minute)
    const reference = `Transfer ${at.toISOString().slice(0, 10)}-${index + 1}`
    return byAdministrator(at, async (ctx) => {
      const { payments } = await listPayments(ctx, { status: 'pending', cycle: 1, limit: 100 })
      const oldest = payments.at(-1)
      if (oldest) await markPaid(ctx, { paymentId: oldest.id, reference, adminId: undefined })
    })
  })
}

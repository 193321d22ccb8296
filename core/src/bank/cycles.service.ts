import { canStartCycle, dollarsOf, dueAfter } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import { change, type CitizenContext, type Context, type Runtime } from '../platform'
import { awaitsGovernment } from './government'
import { saveBank, lockBank, readBank, type LockedBank } from './locked-bank'
import { payCycle, type PaidCycle } from './pay-cycle'
import { inForceNow } from './settings'

/**
 * `bank.start-cycle`: salaries are due when a cycle has passed, and with each one from then on. Once.
 * @throws NationError `cycle_running`, `total_missing`
 */
export async function startCycle(ctx: CitizenContext): Promise<CallOutput<'bank.start-cycle'>> {
  const bank = await lockBank(ctx.tx)
  const { totalCents } = await inForceNow(ctx.tx)
  allow(canStartCycle({ dueAt: bank.cycle?.dueAt ?? null, totalCents }))
  const now = ctx.now()
  const cycle = { number: 1, startsAt: now.getTime(), dueAt: dueAfter(now.getTime()) }
  await saveBank(ctx.tx, { ...bank, cycle }, now)
  ctx.journal.add({
    kind: 'bank.cycle-started',
    actor: ctx.caller.uid,
    facts: { cycle: cycle.number, startsAt: cycle.startsAt, dueAt: cycle.dueAt },
  })
  return { success: true, cycleActive: true, nextPaymentDate: cycle.dueAt, cycle: cycle.number }
}

/**
 * `bank.process-payment`: pays every cycle that is due, as happens by itself at countdown zero. A press that names a cycle
 * which was paid meanwhile changes nothing and says so.
 * @throws NationError `no_cycle`, `payment_not_due`, `government_not_seated`
 */
export async function processPayment(
  ctx: CitizenContext,
  { cycle: meant }: CallInput<'bank.process-payment'>,
): Promise<CallOutput<'bank.process-payment'>> {
  const bank = await lockBank(ctx.tx)
  if (!bank.cycle) throw new NationError('no_cycle')
  if (meant !== undefined && meant < bank.cycle.number) {
    return { success: true, paid: [], alreadyPaid: true, nextPaymentDate: bank.cycle.dueAt }
  }
  if (meant !== undefined && meant > bank.cycle.number) throw new NationError('payment_not_due')
  const paid = [await payCycle(ctx, bank)]
  // What waits for a later election is left for later, and does not undo what can be paid now.
  while (isDue(bank, ctx.now()) && !(await awaitsGovernment(ctx.tx, bank.cycle.dueAt)))
    paid.push(await payCycle(ctx, bank))
  return { success: true, paid: paid.map(present), alreadyPaid: false, nextPaymentDate: bank.cycle.dueAt }
}

const isDue = ({ cycle }: LockedBank, now: Date): boolean => cycle !== null && cycle.dueAt <= now.getTime()

const present = ({ number, totalCents, paidCents, vacantCents, payments }: PaidCycle) => ({
  number,
  total: dollarsOf(totalCents),
  paid: dollarsOf(paidCents),
  vacant: dollarsOf(vacantCents),
  payments,
})

/**
 * Pays what the clock makes due, each missed cycle once and in a transaction of its own, until nothing is due. Whatever is
 * killed in between, the next try goes on there; however many processes try, each cycle is paid once.
 * @returns the cycles that were paid here
 */
export async function payDueCycles(runtime: Runtime): Promise<PaidCycle[]> {
  const paid: PaidCycle[] = []
  for (;;) {
    if (!(await paymentDueAt(runtime.database, runtime.clock.now()))) return paid
    const one = await change(runtime, {}, payNextCycle)
    if (one) paid.push(one)
  }
}

/** Pays the cycle that is due, in the caller's transaction; null when none is. */
export async function payNextCycle(ctx: Context): Promise<PaidCycle | null> {
  const bank = await lockBank(ctx.tx)
  return isDue(bank, ctx.now()) ? payCycle(ctx, bank) : null
}

/**
 * When the next payment is due; null when nothing is due at `now`, or when it waits for a government that has not been
 * seated yet.
 */
export async function paymentDueAt(database: DataSource, now: Date): Promise<Date | null> {
  const { cycle } = await readBank(database.manager)
  if (!cycle || cycle.dueAt > now.getTime()) return null
  return (await awaitsGovernment(database.manager, cycle.dueAt)) ? null : new Date(cycle.dueAt)
}

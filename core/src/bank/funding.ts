import { centsOf, splitFunding, withoutNothing } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { CitizenContext } from '../platform'
import { book, type Side } from './ledger'
import { saveBank, lockBank } from './locked-bank'
import { movementsWhere } from './ledger.queries'

/**
 * `bank.record-funding`: what came from the developer wallet, half of it for the government and half for operations.
 * @throws NationError `amount_invalid`
 */
export async function recordFunding(
  ctx: CitizenContext,
  input: CallInput<'bank.record-funding'>,
): Promise<CallOutput<'bank.record-funding'>> {
  const cents = centsOf(input.amount)
  if (!cents) throw new NationError('amount_invalid')
  const bank = await lockBank(ctx.tx)
  const { government, operations } = splitFunding(cents)
  const [movement] = await book(ctx, bank, [
    {
      kind: 'funding',
      reference: input.reference,
      actor: ctx.caller,
      entries: withoutNothing<Side>([
        { account: 'outside', cents: -cents },
        { account: 'treasury', cents: government },
        { account: 'operations', cents: operations },
      ]),
    },
  ])
  await saveBank(ctx.tx, bank, ctx.now())
  ctx.journal.add({
    kind: 'bank.funding-recorded',
    actor: ctx.caller.uid,
    subject: movement?.uid ?? null,
    facts: { amountCents: String(cents), governmentCents: String(government), operationsCents: String(operations) },
  })
  const [shown] = await movementsWhere(ctx.tx, 'm.id = ?', [movement?.id ?? ''], 1)
  if (!shown) throw new NationError('internal')
  return { success: true, movement: shown }
}

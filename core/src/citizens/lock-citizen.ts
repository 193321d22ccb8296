import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { column, distinct, readFirst, type CitizenContext, type SignedIn } from '../platform'
import { Citizen } from './citizen.entity'

/** A citizen's row as it stands, locked until the transaction ends: what changes one citizen comes one after the other. */
export const lockCitizen = (tx: EntityManager, id: string): Promise<Citizen> =>
  tx.getRepository(Citizen).findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } })

/**
 * The caller's row, locked. A caller who deleted their account while this waited adds nothing to what is left of it.
 * @throws NationError `session_ended`
 */
export async function lockCaller({ tx, caller }: CitizenContext): Promise<Citizen> {
  const citizen = await lockCitizen(tx, caller.id)
  if (citizen.leftAt !== null) throw new NationError('session_ended')
  return citizen
}

/** The caller and the member as they are now, both locked, by ascending key as the seating locks citizens. */
export async function lockBoth(ctx: CitizenContext, uid: string): Promise<{ caller: SignedIn; member: Citizen }> {
  const found = await readFirst(ctx.tx, { id: column.key }, 'SELECT id FROM citizens WHERE uid = ?', [uid])
  if (!found) throw new NationError('citizen_not_found')
  await ctx.tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [
    distinct([ctx.caller.id, found.id]),
  ])
  const caller = await callerNow(ctx)
  const member = await lockCitizen(ctx.tx, found.id)
  if (member.leftAt !== null) throw new NationError('citizen_not_found')
  return { caller, member }
}

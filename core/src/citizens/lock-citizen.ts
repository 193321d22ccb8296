import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import type { CitizenContext } from '../platform'
import { Citizen } from './citizen.entity'

/** A citizen's row as it stands, locked until the transaction ends: what changes one citizen comes one after the other. */
export const lockCitizen = (tx: EntityManager, id: string): Promise<Citizen> =>
  tx.getRepository(Citizen).findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } })

/**
 * The caller's row, locked. Whoever deleted their account while this waited adds nothing to what is left of it.
 * @throws NationError `session_ended`
 */
export async function lockCaller({ tx, caller }: CitizenContext): Promise<Citizen> {
  const citizen = await lockCitizen(tx, caller.id)
  if (citizen.leftAt !== null) throw new NationError('session_ended')
  return citizen
}

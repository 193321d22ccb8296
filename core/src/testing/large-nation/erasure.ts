import { deriveKeys } from '../../auth/keys'
import { Citizen } from '../../citizens/citizen.entity'
import { deleteAccount } from '../../membership/delete-account'
import { eraseReaction, eraseSteps, deleteFromRollsReaction } from '../../membership/erase'
import type { JournalEntry, Reaction } from '../../journal'
import { change, type Config, type Runtime } from '../../platform'
import { signedIn } from '../factories'
import { uidOf } from './numbers'

/** Runs a part of an erasure and measures it. */
export type Measure = (part: string, work: () => Promise<unknown>) => Promise<void>

/**
 * The n-th citizen of a large nation deletes their account, and all that follows is done, each part by itself: what one
 * citizen costs must not depend on how many there are.
 */
export async function eraseCitizen(runtime: Runtime, config: Config, n: number, measure: Measure): Promise<void> {
  const citizen = await runtime.database.getRepository(Citizen).findOneByOrFail({ uid: uidOf('citizen', n) })
  const caller = signedIn(citizen)
  const keys = deriveKeys(config.secret)
  const portrait = citizen.portraitUrl
  await measure('the request', () =>
    change(runtime, { caller }, (ctx) => deleteAccount({ ...ctx, caller }, keys, { confirm: citizen.handle })),
  )
  const settle = (reaction: Reaction, kind: string, step: number) => () =>
    change(runtime, {}, (ctx) => reaction.settle(ctx, entry(kind, { step, portrait }), undefined))
  const entry = (kind: string, facts: JournalEntry['facts']): JournalEntry => ({
    ...{ seq: 0, kind, actor: null, subject: citizen.uid, visibility: 'system', facts, at: runtime.clock.now() },
  })
  const erase = eraseReaction(config)
  for (let step = 0; step < eraseSteps; step++) {
    await measure(`step ${step + 1} of ${eraseSteps}`, settle(erase, 'citizens.erase', step))
  }
  await measure('the rolls', settle(deleteFromRollsReaction, 'citizens.erased', eraseSteps))
}

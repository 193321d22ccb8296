import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { CitizenContext, Context } from '../platform'
import { Citizen } from './citizen.entity'
import { presentOwn, presentPublic } from './present'
import { readLimits } from '../system'

/** `user.register`: the caller's own profile; the citizen itself was made when X sent the browser back. */
export async function register(ctx: CitizenContext): Promise<CallOutput<'user.register'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  return { success: true, user: presentOwn(citizen, await readLimits(ctx.tx), ctx.now()) }
}

/**
 * `user.get-user`: the whole profile for its owner and administrators, the public fields for all others. Nothing of a wallet
 * or a balance is public here, also of a candidate: the calls of candidates tell theirs (decision 47).
 * @throws NationError `citizen_not_found`
 */
export async function getUser(ctx: Context, input: CallInput<'user.get-user'>): Promise<CallOutput<'user.get-user'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneBy({ uid: input.uid })
  if (!citizen || citizen.leftAt !== null) throw new NationError('citizen_not_found')
  const whole = can(ctx.caller, 'holdings.view', { ownerId: citizen.uid, isCandidate: false })
  return {
    success: true,
    user: whole ? presentOwn(citizen, await readLimits(ctx.tx), ctx.now()) : presentPublic(citizen),
  }
}

/** Of a profile, what the caller may see besides: the whole of their own, and administrators of everybody's. */
export async function ownUser(
  ctx: CitizenContext,
  _: CallOutput<'user.get-user'>,
  input: CallInput<'user.get-user'>,
): Promise<OwnPart<'user.get-user'>> {
  if (!can(ctx.caller, 'holdings.view', { ownerId: input.uid, isCandidate: false })) return {}
  return { user: (await getUser(ctx, input)).user }
}

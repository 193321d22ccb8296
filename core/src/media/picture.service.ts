import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { requireOwnUploads } from './own'
import type { CitizenContext } from '../platform'
import { Citizen, presentOwn } from '../citizens'
import { readLimits } from '../system'

/**
 * `user.update-profile-picture`: shows one of the caller's uploads, or X's picture again. The upload that is no longer
 * shown goes away by itself.
 * @throws NationError `picture_not_yours`, `invalid_input` where the upload is no longer there
 */
export async function updatePicture(
  ctx: CitizenContext,
  input: CallInput<'user.update-profile-picture'>,
): Promise<CallOutput<'user.update-profile-picture'>> {
  const citizens = ctx.tx.getRepository(Citizen)
  const citizen = await citizens.findOneOrFail({ where: { id: ctx.caller.id }, lock: { mode: 'pessimistic_write' } })
  if (citizen.leftAt !== null) throw new NationError('session_ended')
  const url = input.profilePictureUrl
  if (url !== null && !url.startsWith('/media/uploads/')) throw new NationError('picture_not_yours')
  await requireOwnUploads(ctx.tx, citizen.id, [{ path: 'profilePictureUrl', url }], { onlyImages: true })
  const now = ctx.now()
  await citizens.save(Object.assign(citizen, { customPictureUrl: url, updatedAt: now }))
  // Others see it at their next read; no event is sent to everybody's pages.
  const event = { kind: 'citizens.picture-chosen', actor: citizen.uid, subject: citizen.uid } as const
  ctx.journal.add({ ...event, visibility: `citizen:${citizen.uid}` })
  return { success: true, user: presentOwn(citizen, await readLimits(ctx.tx), now) }
}

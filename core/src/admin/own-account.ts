import { NationError } from '@nation/domain/errors'
import { IsNull } from 'typeorm'
import type { CitizenContext } from '../platform'
import { PanelAccount, PanelSession } from './panel.entity'

/**
 * The caller's panel session and its account; both locked for a change. The session is read again under the lock, because another
 * request may have ended it while this one waited.
 * @throws NationError `session_ended`
 */
export async function ownAccount(
  ctx: CitizenContext,
  forChange = false,
): Promise<{ session: PanelSession; account: PanelAccount }> {
  const sessions = ctx.tx.getRepository(PanelSession)
  const open = { id: ctx.caller.sessionId, endedAt: IsNull() }
  const found = await sessions.findOneBy(open)
  if (!found) throw new NationError('session_ended')
  const lock = forChange ? { lock: { mode: 'pessimistic_write' as const } } : {}
  const account = await ctx.tx.getRepository(PanelAccount).findOne({ where: { id: found.accountId }, ...lock })
  const session = forChange ? await sessions.findOne({ where: open, ...lock }) : found
  if (!session || !account || account.revokedAt !== null) throw new NationError('session_ended')
  return { session, account }
}

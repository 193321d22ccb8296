import { can, type Roles } from '@nation/domain/permissions'
import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Caller } from '@nation/core/platform'

/**
 * Checks whether this caller may make this call. What depends on a row (such as "the caller's own candidacy") is checked by the
 * service.
 * @throws NationError `unauthenticated` or the call's `signedOut`, `panel_only`, `panel_administers` or `forbidden`
 */
export function checkAccess(call: Pick<Call, 'access' | 'panelToo' | 'signedOut'>, caller: Caller): void {
  const { access } = call
  if (access === 'anyone') return
  if (!caller) throw new NationError(call.signedOut ?? 'unauthenticated')
  if (caller.panel && !administers(call)) throw new NationError('panel_administers')
  if (access === 'citizen') return
  if (access === 'panel') {
    if (!caller.panel) throw new NationError('panel_only')
    return
  }
  if (!can(caller, access.can)) throw new NationError('forbidden')
}

const ordinary: Roles = { role: 'citizen', governmentRole: null, isAdmin: false, isSuperAdmin: false }

/** Whether a call is for administration, and not one that citizens make for themselves (decision 27). */
function administers({ access, panelToo }: Pick<Call, 'access' | 'panelToo'>): boolean {
  if (typeof access === 'string') return access !== 'citizen' || panelToo === true
  return panelToo === true || !can({ ...ordinary, uid: '' }, access.can)
}

/**
 * Refuses a request in which the caller gives the id of another citizen as their own. Removes the fields in which a client
 * describes itself.
 * @throws NationError `not_yourself`, or `unauthenticated` without a session
 */
export function believeNothing(call: Call, input: Record<string, unknown>, caller: Caller): Record<string, unknown> {
  for (const field of call.actors) {
    const said = input[field]
    if (said === undefined) continue
    if (!caller) throw new NationError('unauthenticated')
    if (said !== caller.uid) throw new NationError('not_yourself')
  }
  const ignored = new Set([...call.actors, ...call.claims])
  return Object.fromEntries(Object.entries(input).filter(([field]) => !ignored.has(field)))
}

import {
  getMembers,
  getUser,
  getUsers,
  newestCitizens,
  refreshFromX,
  register,
  updateAdministration,
  updateMemberRole,
  updatePicture,
} from '@nation/core/citizens'
import type { CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { citizenChange, citizenRead, openRead, raw, sharedRead, type Bindings, type Request } from '../frame/bind'
import { soon } from './soon'

/** `user.refresh-twitter`: X is asked outside of any transaction. */
function refreshTwitter({ deps, caller }: Request): Promise<CallOutput<'user.refresh-twitter'>> {
  if (!caller) throw new NationError('unauthenticated')
  return refreshFromX(deps.runtime, deps.x, caller)
}

export const citizenBindings: Bindings = {
  'user.register': citizenChange<'user.register'>(register),
  'user.get-user': openRead<'user.get-user'>(getUser),
  'user.update-profile-picture': citizenChange<'user.update-profile-picture'>(updatePicture),
  'user.refresh-twitter': raw<'user.refresh-twitter'>(refreshTwitter, true),
  'user.export-data': soon(),
  'user.export-status': soon(),
  'user.export-download': soon(),
  'user.delete-account': soon(),
  'user.deletion-status': soon(false),
  'members.get-all': sharedRead<'members.get-all'>(getMembers),
  'members.update-role': citizenChange<'members.update-role'>(updateMemberRole),
  'citizens.newest': sharedRead<'citizens.newest'>(newestCitizens),
  'admin.users': citizenRead<'admin.users'>(getUsers),
  'admin.update-role': citizenChange<'admin.update-role'>(updateAdministration),
}

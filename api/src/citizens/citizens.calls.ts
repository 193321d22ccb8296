import { citizenPage, ownPage, setPage } from '@nation/core/participation'
import { deleteAccount, deletionStatus, exportData, exportDownload, exportStatus } from '@nation/core/membership'
import {
  getMembers,
  getUser,
  getUsers,
  newestCitizens,
  ownProfile,
  ownUser,
  refreshFromX,
  register,
  usersFile,
  type ManagedUser,
} from '@nation/core/citizens'
import { updateAdministration } from '@nation/core/admin'
import { updateMemberRole } from '@nation/core/government'
import { updatePicture } from '@nation/core/media'
import { change, read, type CitizenContext, type Context } from '@nation/core/platform'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { exactAmount } from '@nation/domain/formats'
import { isAdministrator } from '@nation/domain/permissions'
import {
  citizenChange,
  citizenRead,
  openRead,
  raw,
  type Bindings,
  type ReplayOf,
  type Request,
  publicRead,
  sendFile,
  exportTable,
  type TableColumn,
} from '../frame'

/** `user.refresh-twitter`: X is asked outside of any transaction. */
function refreshTwitter({ deps, caller, idempotency }: Request): Promise<CallOutput<'user.refresh-twitter'>> {
  if (!caller) throw new NationError('unauthenticated')
  return refreshFromX(deps.runtime, deps.x, caller, idempotency)
}

/** `user.delete-account`: of X's id only a hash with the nation's key remains. */
function leave(request: Request<CallInput<'user.delete-account'>>): Promise<CallOutput<'user.delete-account'>> {
  const { deps, caller, idempotency, input } = request
  return change(deps.runtime, { caller, idempotency }, (ctx) => deleteAccount(signedIn(ctx), deps.keys, input))
}

/** `user.export-download`: a file to keep, sent as it is read. */
async function download({ deps, caller, input, http }: Request<CallInput<'user.export-download'>>): Promise<undefined> {
  const { name, bytes, text } = await read(deps.runtime, caller, (ctx) => exportDownload(signedIn(ctx), input))
  sendFile(http, { name, type: 'application/json', content: text, bytes })
  return undefined
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no')
const iso = (at: number) => new Date(at).toISOString()

const memberColumns: readonly TableColumn<ManagedUser>[] = [
  ['id', ({ uid }) => uid],
  ['name', ({ username }) => username],
  ['handle', ({ twitterUsername }) => twitterUsername],
  ['role', ({ role }) => role],
  ['office', ({ governmentRole }) => governmentRole],
  ['administrator', (user) => yesNo(isAdministrator(user))],
  ['moderator', ({ isModerator }) => yesNo(isModerator)],
  ['candidate', ({ isCandidate }) => yesNo(isCandidate)],
  ['followers', ({ twitterFollowers }) => twitterFollowers],
  ['verified', ({ twitterVerified }) => yesNo(twitterVerified)],
  ['wallet', ({ walletAddress }) => walletAddress],
  ['balance', ({ tokenBalanceUnits }) => exactAmount(BigInt(tokenBalanceUnits)).replaceAll(',', '')],
  ['joined', ({ joinedAt }) => iso(joinedAt)],
  ['last active', ({ lastActive }) => (lastActive === null ? null : iso(lastActive))],
]

/** `admin.export-users`: streamed as it is read. */
const downloadUsers = (request: Request<CallInput<'admin.export-users'>>): Promise<undefined> =>
  exportTable(request, 'members', memberColumns, (ctx) => usersFile(ctx, request.input))

function signedIn(ctx: Context): CitizenContext {
  if (!ctx.caller) throw new NationError('unauthenticated')
  return ctx as CitizenContext
}

/** The caller's own profile as it stands. */
const profileAgain: ReplayOf<'user.register'> = { refer: ({ user }) => user.uid, again: ownProfile }

export const citizenBindings: Bindings = {
  'user.register': citizenChange<'user.register'>(register, profileAgain),
  'user.get-user': publicRead('user.get-user', { shared: getUser, own: ownUser }),
  'user.update-profile-picture': citizenChange<'user.update-profile-picture'>(updatePicture, profileAgain),
  'user.refresh-twitter': raw<'user.refresh-twitter'>(refreshTwitter, { needsCaller: true }),
  'user.export-data': citizenChange<'user.export-data'>(exportData),
  'user.export-status': citizenRead<'user.export-status'>(exportStatus),
  'user.export-download': raw<'user.export-download'>(download, { needsCaller: true }),
  'user.delete-account': raw<'user.delete-account'>(leave, { needsCaller: true }),
  'user.deletion-status': openRead<'user.deletion-status'>(deletionStatus),
  'citizens.page': openRead<'citizens.page'>(citizenPage),
  'user.page': citizenRead<'user.page'>(ownPage),
  'user.set-page': citizenChange<'user.set-page'>(setPage),
  'members.get-all': publicRead('members.get-all', { shared: getMembers }),
  'members.update-role': citizenChange<'members.update-role'>(updateMemberRole),
  'citizens.newest': publicRead('citizens.newest', { shared: newestCitizens }),
  'admin.users': citizenRead<'admin.users'>(getUsers),
  'admin.export-users': raw<'admin.export-users'>(downloadUsers, { needsCaller: true }),
  'admin.update-role': citizenChange<'admin.update-role'>(updateAdministration),
}

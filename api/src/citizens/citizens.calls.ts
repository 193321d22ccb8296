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
import { csvLine, exactAmount } from '@nation/domain/formats'
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
  sendTable,
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

const memberColumns = [
  'id',
  'name',
  'handle',
  'role',
  'office',
  'administrator',
  'moderator',
  'candidate',
  'followers',
  'verified',
  'wallet',
  'balance',
  'joined',
  'last active',
]

const yesNo = (is: boolean) => (is ? 'yes' : 'no')

const memberLine = (user: ManagedUser): string =>
  csvLine([
    user.uid,
    user.username,
    user.twitterUsername,
    user.role,
    user.governmentRole,
    yesNo(user.isAdmin || user.isSuperAdmin),
    yesNo(user.isModerator),
    yesNo(user.isCandidate),
    user.twitterFollowers,
    yesNo(user.twitterVerified),
    user.walletAddress,
    exactAmount(BigInt(user.tokenBalanceUnits)).replaceAll(',', ''),
    new Date(user.joinedAt).toISOString(),
    user.lastActive === null ? null : new Date(user.lastActive).toISOString(),
  ])

/** `admin.export-users`: streamed as it is read. The journal entry is written before the first byte. */
async function downloadUsers({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'admin.export-users'>>): Promise<undefined> {
  await change(deps.runtime, { caller }, (ctx) => {
    ctx.journal.add({ kind: 'admin.exported', actor: caller?.uid ?? null, facts: { file: 'members', about: null } })
    return Promise.resolve()
  })
  const pages = await read(deps.runtime, caller, (ctx) => Promise.resolve(usersFile(ctx, input)))
  const day = deps.runtime.clock.now().toISOString().slice(0, 10)
  sendTable(http, `nation-members-${day}.csv`, memberColumns, pages, memberLine)
  return undefined
}

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

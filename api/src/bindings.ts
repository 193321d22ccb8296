import { adminBindings } from './admin/admin.calls'
import { authBindings } from './auth/auth.calls'
import { bankBindings } from './bank/bank.calls'
import { broadcastBindings } from './broadcasts/broadcasts.calls'
import { citizenBindings } from './citizens/citizens.calls'
import { commandBindings } from './commands/commands.calls'
import { electionBindings } from './elections/elections.calls'
import type { Bindings } from './frame/bind'
import { gazetteBindings } from './gazette/gazette.calls'
import { governmentBindings } from './government/government.calls'
import { interviewBindings } from './interviews/interviews.calls'
import { mediaBindings } from './media/media.calls'
import { messengerBindings } from './messenger/messenger.calls'
import { safetyBindings } from './messenger/safety.calls'
import { participationBindings } from './participation/participation.calls'
import { pollBindings } from './polls/polls.calls'
import { replicaBindings } from './replica/replica.calls'
import { systemBindings } from './system/system.calls'
import { taskBindings } from './tasks/tasks.calls'
import { walletBindings } from './citizens/wallet.calls'
import { workBindings } from './system/work.calls'

/** The handler of every call. */
export const bindings: Bindings = {
  ...authBindings,
  ...citizenBindings,
  ...electionBindings,
  ...governmentBindings,
  ...gazetteBindings,
  ...broadcastBindings,
  ...adminBindings,
  ...mediaBindings,
  ...systemBindings,
  ...walletBindings,
  ...workBindings,
  ...pollBindings,
  ...participationBindings,
  ...interviewBindings,
  ...bankBindings,
  ...taskBindings,
  ...messengerBindings,
  ...safetyBindings,
  ...replicaBindings,
  ...commandBindings,
}

import { adminCalls } from '../admin/contract'
import { authCalls } from '../auth/contract'
import { bankCalls } from '../bank/contract'
import { broadcastCalls } from '../broadcasts/contract'
import { citizenCalls } from '../citizens/contract'
import { commandContract } from '../commands/contract'
import { electionCalls } from '../elections/contract'
import { gazetteCalls } from '../gazette/contract'
import { governmentCalls } from '../government/contract'
import { interviewCalls } from '../interviews/contract'
import { mediaCalls } from '../media/contract'
import { messengerCalls } from '../messenger/contract'
import { participationCalls } from '../participation/contract'
import { pollCalls } from '../polls/contract'
import { replicaCalls } from '../replica/contract'
import { systemCalls } from '../system/contract'
import { taskCalls } from '../tasks/contract'
import { workCalls } from '../work/contract'

/** Every call of the product, once. */
export const allCalls = [
  ...authCalls,
  ...citizenCalls,
  ...electionCalls,
  ...governmentCalls,
  ...gazetteCalls,
  ...broadcastCalls,
  ...adminCalls,
  ...mediaCalls,
  ...systemCalls,
  ...workCalls,
  ...pollCalls,
  ...participationCalls,
  ...interviewCalls,
  ...bankCalls,
  ...taskCalls,
  ...messengerCalls,
  ...replicaCalls,
  ...commandContract,
] as const

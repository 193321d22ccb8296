import { adminCalls } from '../admin/contract'
import { authCalls } from '../auth/contract'
import { bankCalls } from '../bank/contract'
import { broadcastCalls } from '../broadcasts/contract'
import { citizenCalls } from '../citizens/contract'
import { walletCalls } from '../citizens/wallet-contract'
import { commandContract } from '../commands/contract'
import { electionCalls } from '../elections/contract'
import { gazetteCalls } from '../gazette/contract'
import { governmentCalls } from '../government/contract'
import { interviewCalls } from '../interviews/contract'
import { interviewRestCalls } from '../interviews/rest.contract'
import { mediaCalls } from '../media/contract'
import { messengerContentCalls } from '../messenger/content.contract'
import { messengerCalls } from '../messenger/contract'
import { safetyCalls } from '../messenger/safety.contract'
import { messengerSearchCalls } from '../messenger/search.contract'
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
  ...walletCalls,
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
  ...interviewRestCalls,
  ...bankCalls,
  ...taskCalls,
  ...messengerCalls,
  ...messengerContentCalls,
  ...safetyCalls,
  ...messengerSearchCalls,
  ...replicaCalls,
  ...commandContract,
] as const

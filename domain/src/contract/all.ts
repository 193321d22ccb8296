import { adminCalls } from '../admin/contract'
import { authCalls } from '../auth/contract'
import { bankCalls } from '../bank/contract'
import { broadcastCalls } from '../broadcasts/contract'
import { citizenCalls } from '../citizens/contract'
import { walletCalls } from '../citizens/wallet-contract'
import { electionCalls } from '../elections/contract'
import { governmentCalls } from '../government/contract'
import { interviewCalls } from '../interviews/contract'
import { interviewRestCalls } from '../interviews/rest.contract'
import { mediaCalls } from '../media/contract'
import { participationCalls } from '../participation/contract'
import { pollCalls } from '../polls/contract'
import { systemCalls } from '../system/contract'
import { workCalls } from '../work/contract'

/** Every call of the product, once. */
export const allCalls = [
  ...authCalls,
  ...citizenCalls,
  ...walletCalls,
  ...electionCalls,
  ...governmentCalls,
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
] as const

import type { CallAnswer } from '@nation/domain/contract'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { serverNow } from '../../../lib/server-time'
import { useSession } from '../../../lib/session/session'

/** How often it is read while no event tells what changes. */
const EVERY = 30_000
/** The server's clock is known to about so many milliseconds. */
const MARGIN = 1_000
/** Longer waits overflow the browser's timers. */
const LONGEST_WAIT = 86_400_000

/** What the nation says about the citizen's own votes and weight; nothing for visitors. */
export function useVoteStatus(electionId: string | undefined) {
  const signedIn = useSession((state) => state.status === 'signed-in')
  const live = useLive((state) => state.live)
  return useCall('votes.status', electionId === undefined ? {} : { electionId }, {
    enabled: signedIn,
    every: (answer) => (live ? untilVoteOpens(answer) : EVERY),
  })
}

/** How long to wait until the citizen's vote opens by the clock, without an event; false where nothing says that it does. */
function untilVoteOpens(answer: CallAnswer<'votes.status'> | undefined): number | false {
  const until = answer?.eligibleToVote === false ? answer.reasons[0]?.until : undefined
  if (until === undefined) return false
  const wait = until - serverNow() + MARGIN
  return wait > 0 ? Math.min(wait, LONGEST_WAIT) : EVERY
}

/** The citizen's own votes and weight, as they are read. */
export type VoteStatus = ReturnType<typeof useVoteStatus>

/** Why the citizen may not vote, as one sentence; undefined when they may, or when it is not known yet. */
export function useNotEligible(electionId: string | undefined): string | undefined {
  const { data } = useVoteStatus(electionId)
  if (!data || data.eligibleToVote) return undefined
  return data.reasons[0]?.message ?? 'You are not eligible to vote'
}

import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'

/** What the nation says about the citizen's own votes and weight; nothing for visitors. */
export function useVoteStatus(electionId: string | undefined) {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return useCall('votes.status', electionId === undefined ? {} : { electionId }, { enabled: signedIn })
}

/** The citizen's own votes and weight, as they are read. */
export type VoteStatus = ReturnType<typeof useVoteStatus>

/** Why the citizen may not vote, as one sentence; undefined when they may, or when it is not known yet. */
export function useNotEligible(electionId: string | undefined): string | undefined {
  const { data } = useVoteStatus(electionId)
  if (!data || data.eligibleToVote) return undefined
  return data.reasons[0]?.message ?? 'You are not eligible to vote'
}

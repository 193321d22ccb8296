import { useIsMutating, useMutation } from '@tanstack/react-query'
import type { CallAnswer } from '@nation/domain/contract'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import type { JsonCallId } from '../../../lib/api/client'
import { forget, queryClient } from '../../../lib/query/query'
import { toast } from '../../../ui'
import type { Candidate, CandidateList } from './types'

type CastAnswer = CallAnswer<'votes.cast'>

const voting = ['votes.cast']

/** Read again after a vote. Only what its event makes stale: the log names no caller of these calls, and of any other it would. */
export const voteReads: readonly JsonCallId[] = [
  'votes.status',
  'candidates.list',
  'candidates.get',
  'participation.day',
]

/**
 * Casts, switches and repeats votes; one request at a time on the whole page (requirements 1.4). `onCast` is called once the vote was
 * counted, unless its button has gone meanwhile.
 */
export function useVote(candidate: Candidate, onCast?: () => void) {
  const underWay = useIsMutating({ mutationKey: voting })
  const mutation = useMutation({
    mutationKey: voting,
    networkMode: 'always',
    mutationFn: () => call('votes.cast', { candidateId: candidate.id, electionId: candidate.electionId }),
    onSuccess(answer) {
      showCounts(answer)
      toast.success(words(answer, candidate.displayName))
    },
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => void forget(voteReads),
  })
  return {
    cast: () => {
      if (queryClient.isMutating({ mutationKey: voting }) === 0)
        mutation.mutate(undefined, onCast && { onSuccess: onCast })
    },
    casting: mutation.isPending,
    busy: underWay > 0,
  }
}

function words(answer: CastAnswer, name: string): string {
  if (answer.repeated) return `Your vote for ${name} stands.`
  return answer.switched ? `Your vote is now with ${name}.` : `You voted for ${name}.`
}

/** Puts what the server counted into everything that shows these candidates, without waiting for a refresh. */
function showCounts(answer: CastAnswer): void {
  const counted = new Map(answer.candidates.map((one) => [one.id, one]))
  const update = (candidate: Candidate): Candidate => {
    const own = candidate.position === answer.position && candidate.electionId === answer.electionId
    const userVotedFor = own ? candidate.id === answer.candidateId : candidate.userVotedFor
    return { ...candidate, ...counted.get(candidate.id), userVotedFor }
  }
  const vote = { candidateId: answer.candidateId, voteWeight: answer.voteWeight, votedAt: answer.votedAt }
  queryClient.setQueriesData<CandidateList>(
    { queryKey: ['candidates.list'] },
    (list) =>
      list && {
        ...list,
        candidates: list.candidates.map(update),
        userVotes:
          list.electionId === answer.electionId ? { ...list.userVotes, [answer.position]: [vote] } : list.userVotes,
      },
  )
  queryClient.setQueriesData<CallAnswer<'candidates.get'>>(
    { queryKey: ['candidates.get'] },
    (page) => page && { ...page, candidate: update(page.candidate) },
  )
  queryClient.setQueriesData<CallAnswer<'votes.status'>>({ queryKey: ['votes.status'] }, (status) =>
    status && status.electionId === answer.electionId
      ? { ...status, userVotes: { ...status.userVotes, [answer.position]: [vote] } }
      : status,
  )
}

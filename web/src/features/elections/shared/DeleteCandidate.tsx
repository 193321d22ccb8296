import { errorTable } from '@nation/domain/errors'
import { sentenceOf } from '../../../lib/api/api-error'
import type { JsonCallId } from '../../../lib/api/client'
import { useChange } from '../../../lib/query/query'
import { serverNow } from '../../../lib/server-time'
import { Button, confirm, confirmDeletion, rememberItem, toast } from '../../../ui'
import type { Candidate } from './types'

interface Props {
  candidate: Candidate
  compact?: boolean
  onDeleted?: () => void
}

/** What is read anew after a candidacy ended. */
export const candidateReads = [
  'candidates.list',
  'candidates.get',
  'candidates.mine',
  'elections.current',
  'votes.status',
] satisfies readonly JsonCallId[]

type Removal = ReturnType<typeof useChange<'candidates.delete'>>

/** Who reads why an administrator removed a candidacy. */
export const removalReasonNote = 'Everybody reads it, with your name: in the gazette, and on the candidate’s page.'

/** Asks, and then withdraws a candidacy in the session that `removal` uses: the page's, or the panel's. */
export async function deleteCandidate(candidate: Candidate, removal: Removal, onDeleted?: () => void): Promise<void> {
  const moveOn = rememberItem()
  const whose = candidate.isOwner ? 'your candidacy' : `the candidacy of ${candidate.displayName}`
  const question = {
    title: 'Delete candidate',
    message: `This withdraws ${whose}. ${votesAfter(candidate)}`,
    confirm: 'Delete',
    danger: true,
    reasonNote: removalReasonNote,
  }
  // One's own withdrawal is no deletion, and is in no audit.
  const confirmed = candidate.isOwner ? (await confirm(question)) && {} : await confirmDeletion(question)
  if (!confirmed) return
  removal.mutate(
    { candidateId: candidate.id, ...confirmed },
    {
      onSuccess: () => {
        toast.success(candidate.isOwner ? 'Your candidacy is withdrawn.' : `${candidate.displayName} no longer stands.`)
        if (onDeleted) onDeleted()
        else moveOn()
      },
      onError: (error) => toast.error(sentenceOf(error)),
    },
  )
}

/** What becomes of the votes. After the close they are lost: nobody can vote for this office any more. */
const votesAfter = ({ voting, positionTitle }: Candidate): string =>
  serverNow() < voting.closesAt
    ? 'Its votes become void, and their voters may vote again.'
    : `Voting for ${positionTitle} is closed: its votes are lost, and cannot be cast again.`

/** Why an administrator may not delete this candidacy. */
export const rivalNote = errorTable.candidate_rival[1]

/** Withdraws a candidacy in the name of the page's session: one's own, or any by an administrator. */
export function DeleteCandidate({ candidate, compact = false, onDeleted }: Props) {
  const removal = useChange('candidates.delete', candidateReads)
  return (
    <Button
      variant={compact ? 'subtle' : 'outline'}
      size={compact ? 'compact-xs' : 'md'}
      color="carmine"
      data-danger
      loading={removal.isPending}
      aria-label={compact ? `Delete ${candidate.displayName}` : undefined}
      onClick={() => void deleteCandidate(candidate, removal, onDeleted)}
    >
      Delete
    </Button>
  )
}

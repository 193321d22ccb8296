import { useNavigate } from 'react-router-dom'
import { useChange } from '../../../lib/query/query'
import { refetchUser } from '../../../lib/session/session'
import type { OwnProfile } from '../../../lib/session/session'
import { keptInWords } from '../../../lib/store/device'
import { toast } from '../../../ui'
import type { Candidate, Election } from '../shared/types'
import { CandidacyForm } from './CandidacyForm'
import { emptyDraft } from './draft'
import type { Draft } from './draft'
import { newDraftKey } from './stored-draft'
import { PositionFields } from './PositionFields'
import { creationOf, draftOf } from './requests'
import { useDraft } from './use-draft'

interface Props {
  user: OwnProfile
  election: Election
  eligible: boolean
  /** The earlier candidacy that is run again. */
  from: Candidate | undefined
}

const leave = (kept: boolean) => ({
  title: 'Leave without creating?',
  message: `Your candidacy was not sent. ${keptInWords(kept)}`,
})

/** A new candidacy: from nothing, or from an earlier one. */
export function NewCandidacy({ user, election, eligible, from }: Props) {
  const navigate = useNavigate()
  const initial = from ? copied(from, election) : { ...emptyDraft, displayName: user.username }
  const state = useDraft({ storageKey: newDraftKey(user.uid), initial, anew: from !== undefined })
  const creation = useChange('candidates.create', [
    'candidates.mine',
    'candidates.list',
    'elections.current',
    'participation.overview',
    'participation.day',
  ])
  const send = async (draft: Draft) => {
    const { candidateId } = await creation.mutateAsync(creationOf(draft, election.id))
    state.settle()
    void refetchUser()
    toast.success('Your candidacy stands.')
    void navigate(`/elections/candidate/${candidateId}`)
  }
  return (
    <CandidacyForm
      user={user}
      state={{ ...state, draft: openOnly(state.draft, election) }}
      position={(section) => <PositionFields {...section} election={election} />}
      send={send}
      action="Create"
      cancelTo="/elections"
      leave={leave(state.kept)}
      blockedBy={eligible ? undefined : 'eligibility'}
      notice={from && `This is what you ran with for ${from.positionTitle}. Look it over: it begins without votes.`}
    />
  )
}

/** The earlier candidacy's texts and files; its position where one can still stand for it. */
const copied = (from: Candidate, election: Election): Draft => openOnly(draftOf(from), election)

/** A draft without its position where that takes no candidacies any more, as after a change of the phase. */
function openOnly(draft: Draft, { positions }: Election): Draft {
  const open = positions.some(({ id, candidaciesOpen }) => id === draft.position && candidaciesOpen)
  return open ? draft : { ...draft, position: '' }
}

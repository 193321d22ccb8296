import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { AuthWall } from '../../citizens'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { useCall, useChange } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import type { OwnProfile } from '../../../lib/session/session'
import { keptInWords } from '../../../lib/store/device'
import { ButtonLink, EmptyState, ErrorState, toast, Row } from '../../../ui'
import { CandidacyForm } from '../form/CandidacyForm'
import { formTexts } from '../form/draft'
import type { Draft } from '../form/draft'
import { FormSkeleton } from '../form/FormSkeleton'
import { editDraftKey } from '../form/stored-draft'
import { PositionSelect } from '../form/PositionSelect'
import { changesAnything, draftOf, updateOf } from '../form/requests'
import { useDraft } from '../form/use-draft'
import { PhaseBanner } from '../shared/PhaseBanner'
import type { Candidate, Election } from '../shared/types'
import classes from './EditProfile.module.css'

/** Editing one's own candidacy (requirements 1.2). */
export default function EditProfile() {
  usePageTitle()
  const { candidateId } = useParams()
  const { status, user } = useSession()
  if (candidateId === undefined) return <Navigate to="/elections" replace />
  if (status === 'unknown') return <FormSkeleton label="Loading your candidacy" />
  if (!user) return <AuthWall page="Your candidacy">Candidates edit here what voters read about them.</AuthWall>
  return <Candidacy key={`${user.uid} ${candidateId}`} user={user} candidateId={candidateId} />
}

function Candidacy({ user, candidateId }: { user: OwnProfile; candidateId: string }) {
  // What one edits is what stands when one begins: what is read later does not write into the form.
  const [begun, setBegun] = useState<Candidate | null>(null)
  const found = useCall('candidates.get', { candidateId })
  const candidate = begun ?? found.data?.candidate
  const election = useCall(
    'elections.get',
    { electionId: candidate?.electionId ?? '' },
    { enabled: Boolean(candidate) },
  )
  const failed = (found.isError && !candidate) || (election.isError && !election.data)
  useEffect(() => {
    if (!failed) return
    const isMissing = found.isError && isNotFound(found.error)
    toast.error(
      isMissing
        ? 'Candidate not found'
        : `Your candidacy could not be loaded. ${sentenceOf(found.error ?? election.error)} Your edits are stored on this device.`,
    )
  }, [failed, found.isError, found.error, election.error])

  if (failed) return <Navigate to="/elections" replace />
  if (!candidate || !election.data) return <FormSkeleton label="Loading your candidacy" />
  const back = `/elections/candidate/${candidate.id}`
  if (!candidate.isOwner) {
    return (
      <Page narrow>
        <ErrorState title={formTexts.notYours}>This profile belongs to {candidate.displayName}.</ErrorState>
        <Row gap={3} justify="center" fills>
          <ButtonLink to={back}>View Campaign</ButtonLink>
          <ButtonLink to="/elections" variant="default">
            View Elections
          </ButtonLink>
        </Row>
      </Page>
    )
  }
  if (!candidate.may.edit && begun === null) {
    return (
      <Page narrow>
        <EmptyState
          title="This candidacy can no longer be edited"
          actions={<ButtonLink to={back}>View Campaign</ButtonLink>}
        >
          {candidate.status === 'withdrawn'
            ? candidate.removed
              ? 'An administrator removed it.'
              : 'It was withdrawn.'
            : candidate.cancelled
              ? 'Its election was cancelled before it opened. You can run again with it.'
              : candidate.status === 'active'
                ? `Voting for ${candidate.positionTitle} has closed: it stays as it was when citizens voted.`
                : 'Its election is over: it stays as it was when citizens voted.'}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page narrow>
      <PageHead title="Edit Profile">
        <p>
          Your changes appear on your page at once. Fields that you leave alone stay as they are.
          {candidate.voting.open &&
            ' Citizens are voting on it: your page will say that it was edited, and the earlier text stays readable.'}
        </p>
      </PageHead>
      <PhaseBanner election={election.data.election} />
      <EditForm user={user} candidate={candidate} election={election.data.election} onBegin={setBegun} />
    </Page>
  )
}

/** How long the good news stays before the candidate's page opens (requirements 1.4). */
const PAUSE = 2000

const leave = (kept: boolean) => ({
  title: 'Leave without saving?',
  message: `Your changes were not sent. ${keptInWords(kept)}`,
})

interface FormProps {
  user: OwnProfile
  candidate: Candidate
  election: Election
  onBegin: (candidate: Candidate) => void
}

function EditForm({ user, candidate, election, onBegin }: FormProps) {
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  const state = useDraft({
    storageKey: editDraftKey(user.uid, candidate.id),
    initial: draftOf(candidate),
    base: candidate.updatedAt,
  })
  const change = useChange('candidates.update', [
    'candidates.get',
    'candidates.list',
    'candidates.mine',
    'participation.overview',
    'participation.day',
  ])
  const page = `/elections/candidate/${candidate.id}`
  useEffect(() => onBegin(candidate), [candidate, onBegin])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => void navigate(page), PAUSE)
    return () => clearTimeout(timer)
  }, [saved, navigate, page])

  const send = async (draft: Draft) => {
    const update = updateOf(candidate, draft)
    if (changesAnything(update)) await change.mutateAsync(update)
    state.settle()
    toast.success('Your profile is saved.')
    setSaved(true)
  }
  return (
    <>
      {saved && (
        <p className={classes.saved} role="status">
          <strong>Saved.</strong> Your page opens in a moment.
        </p>
      )}
      <CandidacyForm
        user={user}
        state={state}
        position={(section) => <PositionSelect {...section} candidate={candidate} election={election} />}
        send={send}
        action="Save Changes"
        cancelTo={page}
        leave={leave(state.kept)}
      />
    </>
  )
}

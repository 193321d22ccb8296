import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { ButtonLink, Columns, EmptyState, ErrorState, Loading } from '../../../ui'
import { CandidateGridSkeleton } from '../hub/CandidateGridSkeleton'
import { CandidatePages } from '../hub/CandidatePages'
import { useCandidates } from '../hub/use-candidates'
import type { Candidate, Election, PositionId } from '../shared/types'
import { useNotEligible } from '../shared/use-eligibility'
import { comparing, toggled } from './addresses'
import { BallotCandidate } from './BallotCandidate'
import { Compare } from './Compare'

interface Props {
  election: Election
  office: PositionId
  /** Ids of the candidates that the address compares. */
  compared: readonly string[]
  onCast: () => void
}

/** The candidates of one office: all of them, or two side by side. */
export function BallotCandidates({ election, office, compared, onCast }: Props) {
  const navigate = useNavigate()
  const notEligible = useNotEligible(election.id)
  const candidates = useCandidates({ electionId: election.id, position: office, search: '' })
  const list = useRef<HTMLUListElement>(null)
  if (candidates.isPending) {
    return (
      <Loading label="Loading candidates">
        <CandidateGridSkeleton />
      </Loading>
    )
  }
  if (!candidates.data) {
    return (
      <ErrorState
        title="Candidates could not be loaded"
        onRetry={() => void candidates.refetch()}
        retrying={candidates.isFetching}
      >
        {sentenceOf(candidates.error)}
      </ErrorState>
    )
  }
  const { candidates: shown, userVotes } = candidates.data
  if (shown.length === 0) {
    return (
      <EmptyState
        title="Nobody stands yet"
        actions={<ButtonLink to="/elections/create-profile">Be the first candidate!</ButtonLink>}
      >
        The seat stays vacant unless somebody stands for it.
      </EmptyState>
    )
  }
  const voting = (candidate: Candidate) => ({
    candidate,
    notEligible,
    votedElsewhere: (userVotes[office] ?? []).some((vote) => vote.candidateId !== candidate.id),
    onCast,
  })
  const [first, second] = compared.flatMap((id) => shown.filter((one) => one.id === id))
  if (first && second) return <Compare sides={[voting(first), voting(second)]} />
  return (
    <>
      <Columns ref={list} as="ul" narrowest="21rem" fill gap={4} aria-label="Candidates">
        {shown.map((candidate) => (
          <li key={candidate.id}>
            <BallotCandidate
              {...voting(candidate)}
              compared={compared.includes(candidate.id)}
              compare={() =>
                void navigate({ search: comparing(toggled(compared, candidate.id)) }, { preventScrollReset: true })
              }
            />
          </li>
        ))}
      </Columns>
      <CandidatePages candidates={candidates} top={() => list.current} />
    </>
  )
}

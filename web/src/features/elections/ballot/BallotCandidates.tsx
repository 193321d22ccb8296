import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { ButtonLink, Columns, EmptyState, ErrorState, Loading } from '../../../ui'
import { CandidatePages } from '../hub/CandidatePages'
import { useCandidates } from '../hub/use-candidates'
import type { Candidate, Election, PositionId } from '../shared/types'
import { calledName } from '../shared/election-words'
import { useNotEligible } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { comparing, toggled } from './addresses'
import { BallotCandidate } from './BallotCandidate'
import classes from './Ballot.module.css'
import { BallotSkeleton } from './BallotSkeleton'
import { Compare } from './Compare'

interface Place {
  election: Election
  office: PositionId
}

interface Props extends Place {
  /** Ids of the candidates that the address compares. */
  compared: readonly string[]
  onCast: () => void
}

/** The two candidates of an office that are compared: from the page of the list that is shown, or read one by one. */
function usePair([one, other]: readonly string[], standsFor: Place, shown: readonly Candidate[] | undefined) {
  const compares = one !== undefined && other !== undefined
  const first = useCompared(compares ? one : undefined, standsFor, shown)
  const second = useCompared(compares ? other : undefined, standsFor, shown)
  return { first: first.candidate, second: second.candidate, isPending: first.isPending || second.isPending }
}

/** A candidate for an office in an election. Of one who is unknown, or stands elsewhere, nothing is known. */
function useCompared(id: string | undefined, { election, office }: Place, shown: readonly Candidate[] | undefined) {
  const listed = shown?.find((candidate) => candidate.id === id)
  const isRead = id !== undefined && shown !== undefined && listed === undefined
  const { data, isPending } = useCall('candidates.get', { candidateId: id ?? '' }, { enabled: isRead })
  const candidate = listed ?? (isRead ? data?.candidate : undefined)
  const standsHere = candidate?.position === office && candidate.electionId === election.id
  return { candidate: standsHere ? candidate : undefined, isPending: isRead && isPending }
}

/** The candidates of one office: all of them, or two side by side. */
export function BallotCandidates({ election, office, compared, onCast }: Props) {
  const navigate = useNavigate()
  const notEligible = useNotEligible(election.id)
  const candidates = useCandidates({ electionId: election.id, position: office, search: '' })
  const pair = usePair(compared, { election, office }, candidates.data?.candidates)
  const list = useRef<HTMLUListElement>(null)
  // The page of a long list is in the address and in the entry of the history: both stay.
  const [parameters] = useSearchParams()
  const { state } = useLocation() as { readonly state: unknown }
  const withCompared = (ids: readonly string[]) => comparing(ids, parameters)
  const now = useElectionNow(election)
  const isClosed = election.positions.some(({ id, closesAt }) => id === office && closesAt <= now)
  if (candidates.isPending || pair.isPending) {
    return (
      <Loading label="Loading candidates">
        <BallotSkeleton />
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
    return isClosed ? (
      <EmptyState title="No candidates">Voting for this office is closed. The seat will be vacant.</EmptyState>
    ) : (
      <EmptyState
        title="Nobody stands yet"
        actions={<ButtonLink to="/elections/create-profile">Be the first candidate!</ButtonLink>}
      >
        The seat stays vacant without a candidate.
      </EmptyState>
    )
  }
  const voting = (candidate: Candidate) => ({
    candidate,
    notEligible,
    votedElsewhere: (userVotes[office] ?? []).some((vote) => vote.candidateId !== candidate.id),
    onCast,
  })
  const [chosen] = compared
  const withWhom = shown.find(({ id }) => id === chosen)?.displayName
  if (pair.first && pair.second)
    return <Compare sides={[voting(pair.first), voting(pair.second)]} list={{ search: withCompared([]), state }} />
  return (
    <>
      <Columns ref={list} as="ul" narrowest="21rem" fill gap={4} className={classes.list} aria-label="Candidates">
        {shown.map((candidate) => (
          <li key={candidate.id}>
            <BallotCandidate
              {...voting(candidate)}
              compared={compared.includes(candidate.id)}
              comparedWith={withWhom && calledName(withWhom, candidate.displayName)}
              compare={() =>
                void navigate(
                  { search: withCompared(toggled(compared, candidate.id)) },
                  { state, preventScrollReset: true },
                )
              }
            />
          </li>
        ))}
      </Columns>
      <CandidatePages candidates={candidates} top={() => list.current} />
    </>
  )
}

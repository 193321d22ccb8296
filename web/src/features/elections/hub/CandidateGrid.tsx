import { useEffect, useRef } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, ButtonLink, EmptyState, ErrorState, inFull, Loading, Columns } from '../../../ui'
import type { Election } from '../shared/types'
import { useNotEligible } from '../shared/use-eligibility'
import { CandidateCard } from './CandidateCard'
import classes from './CandidateGrid.module.css'
import { CandidateGridSkeleton } from './CandidateGridSkeleton'
import { CandidatePages } from './CandidatePages'
import type { useCandidates } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  election: Election
  candidates: ReturnType<typeof useCandidates>
  filter: ReturnType<typeof useHubFilter>
}

/** So many candidates are at the head of a long list on a phone. A list with only a few more is not folded. */
const FIRST = 12
const FEW_MORE = 6

/** The candidates as cards, most votes first; or why there are none. On a phone a long list is folded. */
export function CandidateGrid({ election, candidates, filter }: Props) {
  const notEligible = useNotEligible(election.id)
  const list = useRef<HTMLUListElement>(null)
  const unfolds = useRef(false)
  useEffect(() => {
    if (!filter.whole || !unfolds.current) return
    unfolds.current = false
    // The button is gone: the focus goes on at the first candidate that has appeared.
    list.current?.children[FIRST]?.querySelector('a')?.focus()
  }, [filter.whole])
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
  if (shown.length === 0 && candidates.page === 0) return <NoCandidates filter={filter} />
  const folded = !filter.whole && shown.length > FIRST + FEW_MORE
  const unfold = () => {
    unfolds.current = true
    filter.showWhole()
  }
  return (
    <>
      <Columns
        ref={list}
        as="ul"
        narrowest="21rem"
        fill
        gap={5}
        className={classes.grid}
        aria-label="Candidates"
        aria-busy={candidates.isPlaceholderData}
        data-folded={folded || undefined}
      >
        {shown.map((candidate) => (
          <li key={candidate.id}>
            <CandidateCard
              candidate={candidate}
              notEligible={notEligible}
              votedElsewhere={(userVotes[candidate.position] ?? []).some((vote) => vote.candidateId !== candidate.id)}
            />
          </li>
        ))}
      </Columns>
      {folded && (
        <Button variant="default" fullWidth className={classes.unfold} onClick={unfold}>
          Show {inFull(shown.length - FIRST)} more candidates
        </Button>
      )}
      <CandidatePages candidates={candidates} top={() => list.current} />
    </>
  )
}

function NoCandidates({ filter }: { filter: Props['filter'] }) {
  const searched = filter.search !== ''
  return (
    <EmptyState
      title="No candidates found for this position"
      actions={
        <>
          <ButtonLink to="/elections/create-profile">Be the first candidate!</ButtonLink>
          {(searched || filter.position !== null) && (
            <Button variant="default" onClick={filter.clear}>
              Show all candidates
            </Button>
          )}
        </>
      }
    >
      {searched ? `Nothing matches “${filter.search}”.` : 'The seat stays vacant unless somebody stands for it.'}
    </EmptyState>
  )
}

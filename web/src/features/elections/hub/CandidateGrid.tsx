import { useEffect, useRef } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useFeatures } from '../../../lib/feature-flags'
import { Link } from 'react-router-dom'
import { Button, ButtonLink, EmptyState, ErrorState, inFull, Loading, Columns, Stack } from '../../../ui'
import { ballotPath } from '../ballot/addresses'
import type { Candidate, Election } from '../shared/types'
import { useNotEligible } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { CandidateCard } from './CandidateCard'
import classes from './CandidateGrid.module.css'
import { CandidateGridSkeleton } from './CandidateGridSkeleton'
import { columnsOf, countOnPage, narrowest } from './columns'
import { CandidatePages } from './CandidatePages'
import { OfficeHead } from './OfficeHead'
import type { useCandidates } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  election: Election
  candidates: ReturnType<typeof useCandidates>
  filter: ReturnType<typeof useHubFilter>
}

/** So many candidates are at the head of a long list on a phone, of one office or of each. A list with only a few more is not folded. */
const FIRST = 12
const FIRST_OF_OFFICE = 2
const FEW_MORE = 6

/** The candidates as cards, most votes first, several offices apart; or why there are none. On a phone a long list is folded. */
export function CandidateGrid({ election, candidates, filter }: Props) {
  const notEligible = useNotEligible(election.id)
  const { voting } = useFeatures()
  const now = useElectionNow(election)
  const list = useRef<HTMLUListElement>(null)
  const unfolds = useRef(false)
  useEffect(() => {
    if (!filter.whole || !unfolds.current) return
    unfolds.current = false
    // The button is gone: the focus goes on at the first candidate that has appeared.
    list.current?.querySelector<HTMLElement>('[data-later] article a')?.focus()
  }, [filter.whole])
  if (candidates.isPending) {
    return (
      <Loading label="Loading candidates">
        <CandidateGridSkeleton filter={filter} count={countOnPage(election, filter)} />
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
  const { candidates: shown, userVotes, counts } = candidates.data
  if (shown.length === 0 && candidates.page === 0) return <NoCandidates election={election} filter={filter} now={now} />
  const { byOffice: isByOffice } = filter
  const columns = columnsOf(countOnPage(election, filter) ?? shown.length, filter)
  const first = isByOffice ? FIRST_OF_OFFICE : FIRST
  const groups = isByOffice ? groupsOf(shown, election) : [{ office: undefined, candidates: shown }]
  const later = groups.reduce((sum, group) => sum + Math.max(0, group.candidates.length - first), 0)
  const folded = !filter.whole && later > FEW_MORE
  const unfold = () => {
    unfolds.current = true
    filter.showWhole()
  }
  const cardOf = (candidate: Candidate, place: number) => (
    <li
      key={candidate.id}
      className={classes.card}
      data-narrow={columns > 3 || undefined}
      data-later={place >= first || undefined}
    >
      <CandidateCard
        candidate={candidate}
        notEligible={notEligible}
        votedElsewhere={(userVotes[candidate.position] ?? []).some((vote) => vote.candidateId !== candidate.id)}
        underOffice={isByOffice}
        narrow={columns > 3}
        officeIsSaid={isByOffice || filter.position !== null}
        leads={candidate.id === leader}
      />
    </li>
  )
  const leader =
    candidates.page === 0 && filter.position !== null && filter.search === '' ? leaderOf(shown, now) : undefined
  const given = {
    className: classes.grid,
    'aria-label': 'Candidates',
    'aria-busy': candidates.isPlaceholderData,
    'data-folded': folded || undefined,
  }
  return (
    <>
      {isByOffice ? (
        <Stack as="ul" ref={list} gap={6} {...given}>
          {groups.map(({ office, candidates: some }) => (
            <Stack as="li" key={office?.id} gap={2}>
              {office && <OfficeHead office={office} shown={some.length} counts={counts} votes={userVotes} />}
              <Columns
                as="ul"
                narrowest={narrowest[5]}
                fill
                gap={4}
                className={classes.office}
                aria-label={office?.title}
              >
                {some.map(cardOf)}
              </Columns>
              {office && voting && folded && some.length > first && (
                <Link
                  to={ballotPath(office.id)}
                  className={classes.others}
                  aria-label={`${inFull(some.length - first)} more on the ballot: ${office.title}`}
                >
                  {inFull(some.length - first)} more on the ballot
                </Link>
              )}
            </Stack>
          ))}
        </Stack>
      ) : (
        <Columns as="ul" ref={list} narrowest={narrowest[columns]} fill gap={columns > 3 ? 4 : 5} {...given}>
          {shown.map(cardOf)}
        </Columns>
      )}
      {folded && (
        <Button variant="default" fullWidth className={classes.unfold} onClick={unfold}>
          Show {inFull(later)} more candidates
        </Button>
      )}
      <CandidatePages candidates={candidates} top={() => list.current} />
    </>
  )
}

/** Who has more votes than any other candidate of an office whose voting is closed. */
function leaderOf([first, second]: readonly Candidate[], now: number): string | undefined {
  if (!first || now < first.voting.closesAt || first.votes === 0) return undefined
  return second && second.votes === first.votes ? undefined : first.id
}

/** The candidates of each office, in the order of the offices. */
function groupsOf(candidates: readonly Candidate[], { positions }: Election) {
  return positions.flatMap((office) => {
    const some = candidates.filter(({ position }) => position === office.id)
    return some.length === 0 ? [] : [{ office, candidates: some }]
  })
}

interface NoneProps {
  election: Election
  filter: Props['filter']
  now: number
}

/** Why the list is empty: nothing matches, nobody stands yet, or nobody stood for an office that is closed. */
function NoCandidates({ election, filter, now }: NoneProps) {
  const office = election.positions.find(({ id }) => id === filter.position)
  const closed = office ? office.closesAt <= now : election.endsAt <= now
  const showAll = (
    <Button variant="default" onClick={filter.clear}>
      Show all candidates
    </Button>
  )
  if (filter.search !== '') {
    return (
      <EmptyState title="No candidates found" actions={showAll}>
        Nothing matches “{filter.search}”.
      </EmptyState>
    )
  }
  if (closed) {
    return (
      <EmptyState title="No candidates" actions={office && showAll}>
        {office
          ? 'Voting for this office is closed. The seat will be vacant.'
          : 'Voting is closed. The seats will be vacant.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No candidates found for this position"
      actions={
        <>
          <ButtonLink to="/elections/create-profile">Be the first candidate!</ButtonLink>
          {office && showAll}
        </>
      }
    >
      The seat stays vacant without a candidate.
    </EmptyState>
  )
}

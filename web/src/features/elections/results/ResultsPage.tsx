import { useParams } from 'react-router-dom'
import { Page, PageHead } from '../../../app/Page'
import { usePageTitle } from '../../../app/use-page-title'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { Bone, ButtonLink, dateInWords, EmptyState, ErrorState, Loading, StatCard, StatRow } from '../../../ui'
import { weekName } from '../shared/election-words'
import { PositionResult } from './PositionResult'
import classes from './ResultsPage.module.css'

/** How an election ended: each seat, its winner, and the rule that decided. */
export default function ResultsPage() {
  const { electionId = '' } = useParams()
  const { data, error, isFetching, refetch } = useCall('elections.results', { electionId })
  usePageTitle(data ? `Results of ${weekName(data.election.startsAt)}` : undefined)
  if (error && !data) {
    return (
      <Page>
        {error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
          <EmptyState
            title="There is no such election."
            actions={<ButtonLink to="/elections">View Elections</ButtonLink>}
          />
        ) : (
          <ErrorState title="The results could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {sentenceOf(error)}
          </ErrorState>
        )}
      </Page>
    )
  }
  if (!data) return <ResultsSkeleton />
  const { election, turnout, results, final } = data
  const filled = results.filter((result) => result.winner).length
  return (
    <Page>
      <PageHead
        title="Results"
        actions={
          <ButtonLink to="/gov-staff" variant="default">
            Government Staff
          </ButtonLink>
        }
      >
        <p>
          {weekName(election.startsAt)}: {dateInWords(election.startsAt)} to {dateInWords(election.endsAt)}.{' '}
          {final ? 'Counted, and counted again.' : 'These are standings: the count is not final.'}
        </p>
      </PageHead>
      <StatRow label="The election in figures">
        {turnout && (
          <StatCard label="Voters" note={`of ${turnout.eligible.toLocaleString('en-US')} who could vote`}>
            {turnout.voters.toLocaleString('en-US')}
          </StatCard>
        )}
        {turnout && (
          <StatCard label="Turnout">{turnout.percent.toLocaleString('en-US', { maximumFractionDigits: 1 })}%</StatCard>
        )}
        <StatCard label="Candidates">{election.totalCandidates}</StatCard>
        <StatCard label={final ? 'Seats filled' : 'Seats contested'}>{filled}/9</StatCard>
      </StatRow>
      <ul className={classes.results} aria-label="Results by position">
        {results.map((result) => (
          <li key={result.position}>
            <PositionResult result={result} final={final} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function ResultsSkeleton() {
  return (
    <Page>
      <Loading label="Loading the results" className={classes.results}>
        <Bone width="50%" height="4rem" />
        <Bone height="5.5rem" />
        <Bone height="14rem" />
        <Bone height="14rem" />
      </Loading>
    </Page>
  )
}

import { percentInWords } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { dateInWords, ErrorState, Stack, Row, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { candidatesInWords, electionName } from '../shared/election-words'
import type { ElectionSummary } from '../shared/types'
import type { usePastElections } from './use-history'
import classes from './PastElections.module.css'

/** So many the hub names; the history has all. */
const FEW = 3

/** The latest elections that are over, at the foot of the hub. Fails silently: it is not what one came for. */
export function LatestElections() {
  const { data } = useCall('elections.list', { status: 'past', limit: 12 })
  const past = data?.elections.filter((election) => election.resultsReady).slice(0, FEW) ?? []
  if (past.length === 0) return null
  return (
    <Stack as="section" gap={4} className={classes.past} aria-labelledby="past-title">
      <Row gap={[2, 5]} align="baseline" justify="between">
        <Text id="past-title" as="h2" step={3}>
          Past elections
        </Text>
        <Link to="/elections?view=past">All governments and elections</Link>
      </Row>
      <ol className={classes.list}>
        {past.map((election) => (
          <Entry key={election.id} election={election} />
        ))}
      </ol>
    </Stack>
  )
}

interface Props {
  title: string
  /** Those that no government stands for: counted at the moment, or ended without one. */
  elections: readonly ElectionSummary[]
  pages: ReturnType<typeof usePastElections>
  /** Whether there are governments that are not read: what is older waits for them. */
  areMore: boolean
}

/** What was voted on and is no government above: most of the time there is nothing, and then nothing is shown. */
export function ElectionsWithoutGovernment({ title, elections, pages, areMore }: Props) {
  // Their pages are read unasked: that one of them could not be is said in place of the way to it.
  const hasMissing = pages.isError && pages.data !== undefined && pages.hasNextPage
  if (elections.length === 0 && !hasMissing && !(pages.isError && !pages.data)) return null
  return (
    <Stack as="section" gap={4} className={classes.past} aria-labelledby="elections-title">
      <Text id="elections-title" as="h2" step={3}>
        {title}
      </Text>
      <PagedList
        pages={{
          ...pages,
          isError: pages.isError && !pages.data,
          hasNextPage: pages.hasNextPage && !areMore && !hasMissing,
        }}
        items={elections}
        label="Past elections"
        failure={sentenceOf(pages.error)}
        skeletons={{ count: 4, height: '3.5rem' }}
        empty={null}
      >
        {(election) => <Entry key={election.id} election={election} />}
      </PagedList>
      {hasMissing && (
        <ErrorState
          title="Older elections could not be loaded"
          onRetry={() => void pages.fetchNextPage()}
          retrying={pages.isFetching}
          compact
        >
          {sentenceOf(pages.error)}
        </ErrorState>
      )}
    </Stack>
  )
}

function Entry({
  election: { id, startsAt, endsAt, totalCandidates, turnout, resultsReady },
}: {
  election: ElectionSummary
}) {
  return (
    <li>
      <Link to={`/elections/results/${id}`} className={classes.entry}>
        <strong>{electionName(startsAt)}</strong>
        <span>
          {dateInWords(startsAt)} to {dateInWords(endsAt)}
        </span>
        <span>
          {candidatesInWords(totalCandidates)}
          {turnout && ` · ${percentInWords(turnout.percent)}% voted`}
        </span>
        <Text as="span" tone="state" strong className={classes.go}>
          {resultsReady ? 'Results' : 'Counting'}
        </Text>
      </Link>
    </li>
  )
}

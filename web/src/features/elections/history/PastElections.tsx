import { percentInWords } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { useCall } from '../../../lib/query/query'
import { dateInWords, EmptyState, Stack, Row, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { weekName } from '../shared/election-words'
import type { ElectionSummary } from '../shared/types'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
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

/** The elections that are over, page by page. */
export const usePastElections = () =>
  useCursorPages(['elections.list', { status: 'past' }], (cursor, signal) =>
    call('elections.list', { status: 'past', limit: 12, ...cursor }, { signal }),
  )

/** Every election that is over, the latest first. */
export function PastElections() {
  const pages = usePastElections()
  return (
    <Stack as="section" gap={4} className={classes.past} aria-labelledby="elections-title">
      <Text id="elections-title" as="h2" step={3}>
        Elections
      </Text>
      <PagedList
        pages={pages}
        items={pages.data?.pages.flatMap((page) => page.elections) ?? []}
        label="Past elections"
        failure={sentenceOf(pages.error)}
        skeletons={{ count: 4, height: '3.5rem' }}
        empty={<EmptyState title="No election is over yet">The first one is under way.</EmptyState>}
      >
        {(election) => <Entry key={election.id} election={election} />}
      </PagedList>
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
        <strong>{weekName(startsAt)}</strong>
        <span>
          {dateInWords(startsAt)} to {dateInWords(endsAt)}
        </span>
        <span>
          {totalCandidates} {totalCandidates === 1 ? 'candidate' : 'candidates'}
          {turnout && ` · ${percentInWords(turnout.percent)}% voted`}
        </span>
        <Text as="span" tone="state" strong className={classes.go}>
          {resultsReady ? 'Results' : 'Counting'}
        </Text>
      </Link>
    </li>
  )
}

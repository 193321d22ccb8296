import { isPositionId, roleOfPosition } from '@nation/domain/elections'
import { useParams } from 'react-router-dom'
import { Page } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { ButtonLink, EmptyState, ErrorState, Loading, officeStyle, Skeleton, Stack, Text } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import { OpensNext } from '../shared/OpensNext'
import type { PositionId } from '../shared/types'
import classes from './Ballot.module.css'
import { BallotOffice } from './BallotOffice'
import { BallotSkeleton } from './BallotSkeleton'

/** The ballot, one office a screen (decision 82): its candidates, the vote, and the way to the next office. */
export default function BallotPage() {
  const { office = '' } = useParams()
  usePageTitle(isPositionId(office) ? `Ballot: ${shortTitles[office]}` : undefined)
  const live = useLive((state) => state.live)
  const current = useCall('elections.current', {}, { every: live ? false : 30_000 })
  const election = current.data?.election
  const named = isPositionId(office) && <Unread office={office} />
  return (
    <Page>
      {election && isPositionId(office) ? (
        <BallotOffice key={office} election={election} office={office} />
      ) : current.data ? (
        <EmptyState
          title={election ? 'There is no such office' : 'No election is open'}
          actions={<ButtonLink to="/elections">View Elections</ButtonLink>}
        >
          {election ? 'The link may be mistyped.' : <OpensNext />}
        </EmptyState>
      ) : current.isError ? (
        <Stack gap={4}>
          {named}
          <ErrorState
            title="The ballot could not be loaded"
            onRetry={() => void current.refetch()}
            retrying={current.isFetching}
          >
            {sentenceOf(current.error)} Votes that were cast are safe.
          </ErrorState>
        </Stack>
      ) : (
        <Stack gap={4} {...(isPositionId(office) && { style: officeStyle(roleOfPosition(office)) })}>
          {named}
          <Loading label="Loading the ballot">
            <Stack gap={4}>
              <Skeleton width="16rem" height="0.9rem" />
              <BallotSkeleton />
            </Stack>
          </Loading>
        </Stack>
      )}
    </Page>
  )
}

/** The heading of an office, which the address names, while its candidates load, or where they could not be read. */
function Unread({ office }: { office: PositionId }) {
  return (
    <Text
      as="h1"
      tone="office"
      step={5}
      face="display"
      className={classes.title}
      style={officeStyle(roleOfPosition(office))}
    >
      {shortTitles[office]}
    </Text>
  )
}

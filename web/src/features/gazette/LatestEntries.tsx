import { sentenceOf } from '../../lib/api/api-error'
import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import { Skeleton, ButtonLink, ErrorState, Loading, Row, Stack, Text } from '../../ui'
import { EntryLine } from './EntryLine'
import classes from './gazette.module.css'

interface Props {
  /** How many entries are shown. */
  limit?: number
  title?: string
}

/** What the government did last: the newest entries of the gazette, as they come, and the way to the others. */
export function LatestEntries({ limit = 5, title = 'What the government did last' }: Props) {
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall('gazette.list', { limit }, { every: live ? false : 60_000 })
  return (
    <Stack as="section" gap={3} aria-label={title}>
      <Row gap={3} align="center" justify="between">
        <Text as="h2" step={1}>
          {title}
        </Text>
        <ButtonLink variant="default" size="compact-sm" to="/gazette">
          Open the gazette
        </ButtonLink>
      </Row>
      {data ? (
        data.entries.length > 0 ? (
          <ol className={classes.entries}>
            {data.entries.map((entry) => (
              <EntryLine key={entry.number} entry={entry} dated />
            ))}
          </ol>
        ) : (
          <Text tone="soft">Nothing yet.</Text>
        )
      ) : error ? (
        <ErrorState title="The gazette could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <Loading label="Loading the gazette">
          {Array.from({ length: limit }, (_, place) => (
            <Skeleton key={place} height="3.5rem" />
          ))}
        </Loading>
      )}
    </Stack>
  )
}

import { useEffect } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { ButtonLink, EmptyState, ErrorState, Stack, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { GovernmentCard, GovernmentSkeleton } from './GovernmentCard'
import classes from './History.module.css'
import { ElectionsWithoutGovernment } from './PastElections'
import { readsOn, useGovernments, usePastElections, withoutGovernment } from './use-history'

/** What was: every government with the election that it came from, and the elections that led to none. */
export default function History() {
  const pages = useGovernments()
  const past = usePastElections()
  const isNothing = pages.isError && past.isError && !pages.data && !past.data
  const governments = pages.data?.pages.flatMap((page) => page.governments) ?? []
  const elections = past.data?.pages.map((page) => page.elections) ?? []
  const areMore = pages.hasNextPage
  const mayReadOn = pages.isSuccess && past.hasNextPage && !past.isFetching && !past.isError
  /** The page that is to be read unasked; null where none is. */
  const next = mayReadOn && readsOn(elections, governments, areMore) ? elections.length : null
  const { fetchNextPage } = past
  useEffect(() => {
    if (next !== null) void fetchNextPage()
  }, [next, fetchNextPage])
  if (isNothing) {
    return (
      <ErrorState
        title="Past governments and elections could not be loaded"
        onRetry={() => void Promise.all([pages.refetch(), past.refetch()])}
        retrying={pages.isFetching || past.isFetching}
      >
        {sentenceOf(pages.error)}
      </ErrorState>
    )
  }
  return (
    <Stack gap={7}>
      <Stack as="section" gap={5} className={classes.part} aria-labelledby="governments-title">
        <Text id="governments-title" as="h2" step={3}>
          Governments and their elections
        </Text>
        <PagedList
          pages={pages}
          items={governments}
          label="Governments"
          failure={sentenceOf(pages.error)}
          skeletons={{ count: 2, shape: <GovernmentSkeleton /> }}
          empty={
            <EmptyState title="No government yet" actions={<ButtonLink to="/elections">View Elections</ButtonLink>}>
              The first one is seated when the running election ends.
            </EmptyState>
          }
        >
          {(government) => <GovernmentCard key={government.number} government={government} />}
        </PagedList>
      </Stack>
      {(pages.data ?? (pages.isError && past.data)) && (
        <ElectionsWithoutGovernment
          title={pages.data ? 'Elections without a government' : 'Elections'}
          elections={withoutGovernment(elections.flat(), governments, areMore)}
          pages={past}
          areMore={areMore}
        />
      )}
    </Stack>
  )
}

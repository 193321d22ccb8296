import { sentenceOf } from '../../../lib/api/api-error'
import { ButtonLink, EmptyState, ErrorState, Stack, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { GovernmentCard, GovernmentSkeleton } from './GovernmentCard'
import classes from './History.module.css'
import { ElectionsWithoutGovernment } from './PastElections'
import { useGovernments, usePastElections, withoutGovernment } from './use-history'

/** What was: every government with the election that it came from, and the elections that led to none. */
export default function History() {
  const pages = useGovernments()
  const past = usePastElections()
  const isNothing = pages.isError && past.isError && !pages.data && !past.data
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
  const governments = pages.data?.pages.flatMap((page) => page.governments) ?? []
  const elections = past.data?.pages.flatMap((page) => page.elections) ?? []
  const more = () => Promise.all([pages.fetchNextPage(), past.hasNextPage && past.fetchNextPage()])
  return (
    <Stack gap={7}>
      <Stack as="section" gap={5} className={classes.part} aria-labelledby="governments-title">
        <Text id="governments-title" as="h2" step={3}>
          Governments and their elections
        </Text>
        <PagedList
          pages={{ ...pages, fetchNextPage: more }}
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
          {(government) => (
            <GovernmentCard
              key={government.number}
              government={government}
              election={elections.find(({ id }) => id === government.electionId)}
            />
          )}
        </PagedList>
      </Stack>
      {(pages.data ?? (pages.isError && past.data)) && (
        <ElectionsWithoutGovernment
          title={pages.data ? 'Elections without a government' : 'Elections'}
          elections={withoutGovernment(elections, governments, pages.hasNextPage)}
          pages={past}
          areMore={pages.hasNextPage}
        />
      )}
    </Stack>
  )
}

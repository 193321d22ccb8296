import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { ButtonLink, EmptyState, ErrorState, Stack, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import { GovernmentCard, GovernmentSkeleton } from './GovernmentCard'
import classes from './History.module.css'
import { PastElections, usePastElections } from './PastElections'

/** What was: every government that was elected, and every election. */
export default function History() {
  const pages = useCursorPages(['elections.governments', {}], (cursor, signal) =>
    call('elections.governments', { limit: 10, ...cursor }, { signal }),
  )
  const elections = usePastElections()
  const isNothing = pages.isError && elections.isError && !pages.data && !elections.data
  if (isNothing) {
    return (
      <ErrorState
        title="Past governments and elections could not be loaded"
        onRetry={() => void Promise.all([pages.refetch(), elections.refetch()])}
        retrying={pages.isFetching || elections.isFetching}
      >
        {sentenceOf(pages.error)}
      </ErrorState>
    )
  }
  return (
    <Stack gap={7}>
      <Stack as="section" gap={5} className={classes.part} aria-labelledby="governments-title">
        <Text id="governments-title" as="h2" step={3}>
          Governments
        </Text>
        <PagedList
          pages={pages}
          items={pages.data?.pages.flatMap((page) => page.governments) ?? []}
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
      <PastElections />
    </Stack>
  )
}

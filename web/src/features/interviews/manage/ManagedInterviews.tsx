import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { Button, EmptyState, Row, Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { Choices } from '../../../ui/kit/Choices'
import { PagedList } from '../../../ui/PagedList'
import { usePages } from '../../../lib/query/use-pages'
import { ManagedRow, ManagedRowSkeleton } from './ManagedRow'
import classes from './manage.module.css'

const CreateInterview = onDemand(() => import('./CreateInterview'))

const filters = [
  { id: 'all', label: 'All', input: {} },
  { id: 'active', label: 'Active', input: { isActive: true } },
  { id: 'inactive', label: 'Inactive', input: { isActive: false } },
  { id: 'deleted', label: 'Deleted', input: { deleted: true } },
] as const

type Filter = (typeof filters)[number]

/** Everything that was asked, and the way to ask more. */
export function ManagedInterviews() {
  const [chosen, setChosen] = useState<Filter['id']>('all')
  const filter = filters.find(({ id }) => id === chosen) ?? filters[0]
  const [creating, setCreating] = useState(false)
  const list = usePages('interviews.all', { ...filter.input, limit: 20 }, (input, options) =>
    call('interviews.all', input, options),
  )
  const create = <Button onClick={() => setCreating(true)}>Create Interview</Button>
  return (
    <div className={classes.tab}>
      <Stack gap={3}>
        <Row gap={3} align="center" justify="between">
          <Text as="h2" step={2}>
            Interviews
          </Text>
          {create}
        </Row>
        <Choices legend="Which interviews" choices={filters} chosen={chosen} choose={setChosen} />
      </Stack>
      <PagedList
        pages={list}
        items={list.data?.pages.flatMap((page) => page.interviews) ?? []}
        label="Interviews"
        failure={sentenceOf(list.error)}
        skeletons={{ count: 3, shape: <ManagedRowSkeleton /> }}
        empty={<NoInterviews filter={filter} create={create} />}
      >
        {(interview) => (
          <li key={interview.id}>
            <ManagedRow interview={interview} />
          </li>
        )}
      </PagedList>
      {creating && <CreateInterview onClose={() => setCreating(false)} />}
    </div>
  )
}

function NoInterviews({ filter, create }: { filter: Filter; create: React.ReactNode }) {
  if (filter.id === 'all') {
    return (
      <EmptyState title="No interviews yet" actions={create}>
        Ask the citizens something: they answer in their own words, each of them once.
      </EmptyState>
    )
  }
  return <EmptyState title={`No ${filter.label.toLowerCase()} interviews`}>There are others under “All”.</EmptyState>
}

import { can } from '@nation/domain/permissions'
import { lazy, Suspense, useState } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import { useSession } from '../../lib/session/session'
import { Button, EmptyState, Row, Stack, Text } from '../../ui'
import { PagedList } from '../../ui/PagedList'
import { usePages } from '../../lib/query/use-pages'
import { NamedTask } from './NamedTask'
import { isFiltered, questionOf, useFilter } from './filters'
import { TaskCard } from './TaskCard'
import { TaskFilters } from './TaskFilters'

const TaskDialog = lazy(() => import('./TaskDialog'))

/** The dashboard's Tasks (requirements 2.2): what the government has to do, what was answered, and the way to give more. */
export function TasksTab() {
  const user = useSession((state) => state.user)
  const byPerson = can(user, 'tasks.filter-by-person')
  const { filter, change, clear } = useFilter(byPerson)
  const [creating, setCreating] = useState(false)
  const list = usePages('government-tasks.get-tasks', questionOf(filter), (input, options) =>
    call('government-tasks.get-tasks', input, options),
  )
  const create = can(user, 'tasks.create') && <Button onClick={() => setCreating(true)}>Create Task</Button>
  const tasks = list.data?.pages.flatMap((page) => page.tasks) ?? []
  const waiting = filter.show === 'person' && filter.person === null
  return (
    <Stack gap={5}>
      <Row gap={4} align="center" justify="between">
        <Stack gap={1}>
          <Text as="h2" step={2}>
            Tasks
          </Text>
          <Text tone="soft" step={-1}>
            A task belongs to an office, not to a person: on Monday it passes to whoever is seated.
          </Text>
        </Stack>
        {create}
      </Row>
      <TaskFilters filter={filter} change={change} byPerson={byPerson} />
      {(waiting || !list.isPending) && <NamedTask shown={waiting ? [] : tasks} />}
      {waiting ? (
        <EmptyState title="Whose tasks?">
          Find a person above to see what they created and what they answered.
        </EmptyState>
      ) : (
        <PagedList
          pages={list}
          items={tasks}
          label="Tasks"
          failure={sentenceOf(list.error)}
          skeletons={{ count: 4, height: '6rem' }}
          empty={isFiltered(filter) ? <NothingFound clear={clear} /> : <NoTasks create={create} />}
        >
          {(task) => (
            <li key={task.id}>
              <TaskCard task={task} />
            </li>
          )}
        </PagedList>
      )}
      {creating && (
        <Suspense>
          <TaskDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function NoTasks({ create }: { create: React.ReactNode }) {
  return (
    <EmptyState title="No tasks yet" actions={create}>
      What the government has to do is written here, answered, and completed.
    </EmptyState>
  )
}

function NothingFound({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      title="No tasks found"
      actions={
        <Button variant="default" onClick={clear}>
          Show all tasks
        </Button>
      }
    >
      No task meets these filters.
    </EmptyState>
  )
}

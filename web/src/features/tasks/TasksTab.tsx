import { can } from '@nation/domain/permissions'
import { useState } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { useSession } from '../../lib/session/session'
import { Button, EmptyState, Row, Stack, Text, useNow } from '../../ui'
import { onDemand } from '../../ui/on-demand'
import { PagedList } from '../../ui/PagedList'
import { NamedTask } from './NamedTask'
import { CompletedTasks } from './CompletedTasks'
import { EditTask } from './edit-task'
import { byPressure, isFiltered, isSplit, questionOf, questionOfStatus, useFilter } from './filters'
import { TaskCard, TaskSkeleton } from './TaskCard'
import { TaskFilters } from './TaskFilters'
import type { Task } from './types'
import { useTasks } from './use-tasks'

const TaskDialog = onDemand(() => import('./TaskDialog'))

/** The dashboard's Tasks (requirements 2.2): what the government has to do, what was answered, and the way to give more. */
export function TasksTab() {
  const user = useSession((state) => state.user)
  const byPerson = can(user, 'tasks.filter-by-person')
  const { filter, change, clear } = useFilter(byPerson)
  const [creating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Task | null>(null)
  const split = isSplit(filter)
  const list = useTasks(split ? questionOfStatus(filter, 'open') : questionOf(filter))
  const now = useNow(15_000)
  const create = can(user, 'tasks.create') && <Button onClick={() => setCreating(true)}>Create Task</Button>
  const tasks = list.data?.pages.flatMap((page) => page.tasks) ?? []
  const waiting = filter.show === 'person' && filter.person === null
  const [done, setDone] = useState<readonly Task[]>([])
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Row gap={3} align="center" justify="between">
          <Text as="h2" step={2}>
            Tasks
          </Text>
          {create}
        </Row>
        <Text tone="soft" step={-1}>
          A task belongs to an office, not to a person: after an election it passes to the official who is seated.
        </Text>
      </Stack>
      <TaskFilters filter={filter} change={change} byPerson={byPerson} />
      <EditTask value={setEdited}>
        {(waiting || !list.isPending) && <NamedTask shown={waiting ? [] : [...tasks, ...done]} />}
        {waiting ? (
          <EmptyState title="Whose tasks?">
            Find a person above to see what they created and what they answered.
          </EmptyState>
        ) : (
          <PagedList
            pages={list}
            items={split ? byPressure(tasks, now) : tasks}
            label="Tasks"
            failure={sentenceOf(list.error)}
            skeletons={{ count: 4, shape: <TaskSkeleton /> }}
            empty={isFiltered(filter) ? <NothingFound open={split} clear={clear} /> : <NoTasks create={create} />}
          >
            {(task) => (
              <li key={task.id}>
                <TaskCard task={task} />
              </li>
            )}
          </PagedList>
        )}
        {split && list.isSuccess && <CompletedTasks filter={filter} open={tasks} tell={setDone} />}
      </EditTask>
      {creating && <TaskDialog onClose={() => setCreating(false)} />}
      {edited && <TaskDialog task={edited} onClose={() => setEdited(null)} />}
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

function NothingFound({ open, clear }: { open: boolean; clear: () => void }) {
  return (
    <EmptyState
      title="No tasks found"
      actions={
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      }
    >
      {open ? 'No open task meets these filters. Completed ones, if any, are below.' : 'No task meets these filters.'}
    </EmptyState>
  )
}

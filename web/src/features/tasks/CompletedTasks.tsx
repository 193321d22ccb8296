import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { sentenceOf } from '../../lib/api/api-error'
import { Stack, Text } from '../../ui'
import { FoldButton } from '../../ui/FoldButton'
import { PagedList } from '../../ui/PagedList'
import { questionOfStatus, type TaskFilter } from './filters'
import { TaskCard, TaskSkeleton } from './TaskCard'
import type { Task } from './types'
import { useTasks } from './use-tasks'

interface Props {
  filter: TaskFilter
  /** The open tasks that are listed above. */
  open: readonly Task[]
  /** Hears which completed tasks are listed here. */
  tell: (shown: readonly Task[]) => void
}

/** What is completed, below what is open: folded, and read once it is unfolded. A task that is completed while it is read unfolds it. */
export function CompletedTasks({ filter, open, tell }: Props) {
  const [shown, setShown] = useState(false)
  const [parameters] = useSearchParams()
  const named = parameters.get('task')
  const isAbove = open.some(({ id }) => id === named)
  const [seen, setSeen] = useState<string | null>(null)
  if (isAbove && seen !== named) setSeen(named)
  if (!isAbove && seen !== null) {
    setSeen(null)
    if (seen === named) setShown(true)
  }
  const list = useTasks(questionOfStatus(filter, 'completed'), shown)
  const found = shown ? (list.data?.pages.flatMap((page) => page.tasks) ?? []) : []
  // For a moment both lists may have a task that was just completed.
  const tasks = found.filter(({ id }) => !open.some((one) => one.id === id))
  const ids = tasks.map(({ id }) => id).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the tasks are new on every render, and matter where their ids change
  useEffect(() => tell(tasks), [ids])
  const id = useId()
  return (
    <Stack gap={3}>
      <div>
        <FoldButton open={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {shown ? 'Hide completed tasks' : 'Show completed tasks'}
        </FoldButton>
      </div>
      <div id={id}>
        {shown && (
          <PagedList
            pages={list}
            items={tasks}
            label="Completed tasks"
            failure={sentenceOf(list.error)}
            skeletons={{ count: 2, shape: <TaskSkeleton /> }}
            empty={<Text tone="soft">No completed task to show.</Text>}
          >
            {(task) => (
              <li key={task.id}>
                <TaskCard task={task} />
              </li>
            )}
          </PagedList>
        )}
      </div>
    </Stack>
  )
}

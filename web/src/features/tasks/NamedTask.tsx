import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hasCode, sentenceOf } from '../../lib/api/api-error'
import { useCall } from '../../lib/query/query'
import { Button, EmptyState, ErrorState, Loading } from '../../ui'
import { SkeletonCard } from '../../ui/SkeletonCard'
import { TaskCard } from './TaskCard'
import type { Task } from './types'

/** The task that the address names, where the list does not show it: it is on another page, or meets other filters. */
export function NamedTask({ shown }: { shown: readonly Task[] }) {
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('task')
  const isShown = shown.some((task) => task.id === id)
  const [seen, setSeen] = useState<string | null>(null)
  if (isShown && seen !== id) setSeen(id)
  // What goes from the list while it is open was deleted, or meets the filters no more: it is not asked for again.
  if (id === null || isShown || seen === id) return null
  const close = () => {
    const next = new URLSearchParams(parameters)
    next.delete('task')
    setParameters(next, { replace: true, preventScrollReset: true })
  }
  return (
    <section aria-label="The task of this link">
      <One id={id} close={close} />
    </section>
  )
}

function One({ id, close }: { id: string; close: () => void }) {
  const { data, error, isFetching, refetch } = useCall('government-tasks.get-responses', { taskId: id, limit: 1 })
  if (data && !isMissing(error)) return <TaskCard task={data.task} />
  if (error === null) {
    return (
      <Loading label="Loading the task">
        <SkeletonCard height="6rem" />
      </Loading>
    )
  }
  return isMissing(error) ? (
    <EmptyState
      title="This task is not there"
      actions={
        <Button variant="default" onClick={close}>
          Close
        </Button>
      }
    >
      It was deleted, or the address is wrong.
    </EmptyState>
  ) : (
    <ErrorState title="The task could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
      {sentenceOf(error)}
    </ErrorState>
  )
}

const isMissing = (error: unknown): boolean => hasCode(error, 'task_not_found', 'invalid_input')

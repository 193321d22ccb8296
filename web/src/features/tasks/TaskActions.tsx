import { use } from 'react'
import { useSearchParams } from 'react-router-dom'
import { failureOf } from '../../lib/api/api-error'
import { useChange } from '../../lib/query/query'
import { Button, confirmDeletion, rememberItem, Row, toast, useFocusGoesOn } from '../../ui'
import { EditTask } from './edit-task'
import { responsesInWords, taskReads } from './task-words'
import type { Task } from './types'

/** What the creator of a task and administrators can do about it: complete, reopen, edit, delete. */
export function TaskActions({ task }: { task: Task }) {
  const edit = use(EditTask)
  const { may } = task
  if (!may.complete && !may.update && !may.delete) return null
  return (
    <Row gap={2} role="group" aria-label={`Actions: ${task.title}`}>
      {may.complete && <Complete task={task} />}
      {may.update && (
        <Button variant="default" size="sm" onClick={() => edit(task)}>
          Edit
        </Button>
      )}
      {may.delete && <Delete task={task} />}
    </Row>
  )
}

function Complete({ task: { id, status } }: { task: Task }) {
  const update = useChange('government-tasks.update-status', taskReads)
  const isOpen = status === 'open'
  // A list of open tasks holds it no more once it is completed.
  const goes = useFocusGoesOn()
  const set = () =>
    update.mutate(
      { taskId: id, status: isOpen ? 'completed' : 'open' },
      {
        onSuccess: () => toast.success(isOpen ? 'The task is completed.' : 'The task is open again.'),
        onError: (error) => toast.error(failureOf(error, 'Failed to update task')),
      },
    )
  return (
    <Button ref={goes} variant={isOpen ? 'outline' : 'default'} size="sm" loading={update.isPending} onClick={set}>
      {isOpen ? 'Complete' : 'Reopen'}
    </Button>
  )
}

function Delete({ task: { id, responseCount } }: { task: Task }) {
  const remove = useChange('government-tasks.delete-task', taskReads)
  const [, setParameters] = useSearchParams()
  const ask = async () => {
    const responses =
      responseCount === 0
        ? ''
        : ` ${responsesInWords(responseCount)} ${responseCount === 1 ? 'stays' : 'stay'} on record.`
    const moveOn = rememberItem()
    const confirmed = await confirmDeletion({
      title: 'Delete task',
      message: `Are you sure you want to delete this task?${responses}`,
      confirm: 'Delete',
    })
    if (!confirmed) return
    remove.mutate(
      { taskId: id, ...confirmed },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          moveOn()
          setParameters(without(id), { replace: true, preventScrollReset: true })
        },
        onError: (error) => toast.error(failureOf(error, 'Failed to delete task')),
      },
    )
  }
  return (
    <Button variant="subtle" size="sm" data-danger loading={remove.isPending} onClick={() => void ask()}>
      Delete
    </Button>
  )
}

/** The address, no longer naming this task. */
const without = (id: string) => (parameters: URLSearchParams) => {
  if (parameters.get('task') === id) parameters.delete('task')
  return parameters
}

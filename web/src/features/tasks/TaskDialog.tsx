import { useState } from 'react'
import { failureOf } from '../../lib/api/api-error'
import { useChange } from '../../lib/query/query'
import { toast } from '../../ui'
import type { FormErrorsOf } from '../../ui/form-errors/use-form-errors'
import { changeOf, creationOf, type TaskForm } from './task-form'
import TaskFormDialog from './TaskFormDialog'
import { taskReads } from './task-words'
import type { Task } from './types'

interface Props {
  /** The task to change; a new one without it. */
  task?: Task
  onClose: () => void
}

/** Gives a task, or changes one. */
export default function TaskDialog({ task: current, onClose }: Props) {
  // The task as it was read: others may change it meanwhile, and the nation has to hear which one this form is of.
  const [task] = useState(current)
  const create = useChange('government-tasks.create-task', taskReads)
  const update = useChange('government-tasks.update-task', taskReads)
  const save = (form: TaskForm, errors: FormErrorsOf) => {
    const ended = (failed: string) => ({
      onSuccess: ({ message }: { message: string }) => {
        toast.success(message)
        onClose()
      },
      onError: (error: Error) => errors.fail(error, failureOf(error, failed)),
    })
    if (task) update.mutate(changeOf(task, form), ended('Failed to update task'))
    else create.mutate(creationOf(form), ended('Failed to create task'))
  }
  return <TaskFormDialog task={task} isBusy={create.isPending || update.isPending} save={save} onClose={onClose} />
}

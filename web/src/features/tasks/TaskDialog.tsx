import { useState } from 'react'
import { failureOf, hasCode } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import { useChange } from '../../lib/query/query'
import { toast } from '../../ui'
import type { FormErrorsOf } from '../../ui/form-errors/use-form-errors'
import { changedFields, changeOf, creationOf, type TaskForm } from './task-form'
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
  // The version that others made meanwhile, once the nation has refused this form over it.
  const [later, setLater] = useState<number | null>(null)
  const [isReading, setReading] = useState(false)
  const done = ({ message }: { message: string }) => {
    toast.success(message)
    onClose()
  }
  /** Reads how the task is now, so that the next press changes what was changed here, and nothing else. */
  const readAnew = async ({ id: taskId }: Task): Promise<string> => {
    setReading(true)
    const { task: now } = await call('government-tasks.get-responses', { taskId, limit: 1 })
    setLater(now.updatedAt)
    return 'This task was changed in the meantime. Save it again: what you changed here counts, and the rest stays as others have changed it.'
  }
  const save = (form: TaskForm, errors: FormErrorsOf) => {
    if (!task) {
      const onError = (error: Error) => errors.fail(error, failureOf(error, 'Failed to create task'))
      return create.mutate(creationOf(form), { onSuccess: done, onError })
    }
    const refused = async (error: Error) => {
      const anew = hasCode(error, 'task_changed') && (await readAnew(task).catch(() => null))
      setReading(false)
      errors.fail(error, anew || failureOf(error, 'Failed to update task'))
    }
    const onError = (error: Error) => void refused(error)
    if (later === null) return update.mutate(changeOf(task, form), { onSuccess: done, onError })
    const changed = changedFields(task, form)
    if (changed) update.mutate({ ...changed, updatedAt: later }, { onSuccess: done, onError })
    else onClose()
  }
  return (
    <TaskFormDialog
      task={task}
      isBusy={create.isPending || update.isPending || isReading}
      save={save}
      onClose={onClose}
    />
  )
}

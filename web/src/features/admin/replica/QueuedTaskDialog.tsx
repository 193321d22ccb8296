import { useState } from 'react'
import type { Entry } from '../../../lib/replica'
import { toast } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { changedFields, creationOf, formOfInput, loadTaskForm, type TaskForm, type WrittenTask } from '../../tasks'
import { addCommand, rowSeen } from './use-command'
import { useReplica } from './use-replica'

const TaskFormDialog = onDemand(loadTaskForm)

interface Props {
  /** The task to change; a new one without it. */
  task?: WrittenTask | undefined
  /** The entry of the outbox that is written anew; a new one without it. */
  entry?: Entry
  onClose: () => void
}

/** Writes a task, or changes one, by a command that may wait. Only the fields that were changed are sent. */
export default function QueuedTaskDialog({ task: current, entry, onClose }: Props) {
  // The task as it was when the form was opened: what others change meanwhile is a conflict.
  const [task] = useState(current)
  const [base] = useState(() => (task ? rowSeen('government-tasks.update-task', { taskId: task.id }) : null))
  const [busy, setBusy] = useState(false)
  const save = async (form: TaskForm) => {
    const input = task ? changedFields(task, form) : creationOf(form)
    if (!input) return onClose()
    setBusy(true)
    const call = task ? 'government-tasks.update-task' : 'government-tasks.create-task'
    const isKept = entry ? await sendAnew(entry, { ...input }) : await addCommand({ call, input: { ...input }, base })
    setBusy(false)
    if (isKept) onClose()
  }
  return (
    <TaskFormDialog
      task={task}
      draft={entry && formOfInput(entry.input, task)}
      isBusy={busy}
      save={(form) => void save(form)}
      onClose={onClose}
    />
  )
}

/** Returns whether it was kept; a toast says when it was not. */
async function sendAnew({ key }: Entry, input: Entry['input']): Promise<boolean> {
  try {
    const anew = await useReplica.getState().replica?.sendAgain(key, input)
    if (!anew) toast.error('Another window has decided about this change meanwhile.')
    return Boolean(anew)
  } catch {
    toast.error('This could not be kept. Is the disk full?')
    return false
  }
}

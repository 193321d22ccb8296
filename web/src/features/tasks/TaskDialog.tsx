import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { taskAssignees, taskLimits, taskPriorities } from '@nation/domain/tasks'
import type { TaskAssignee, TaskPriority } from '@nation/domain/tasks'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useChange } from '../../lib/query/query'
import { Button, Columns, FormErrors, Stack, toast, useClock, useFormErrors } from '../../ui'
import { Dialog, DialogFoot } from '../../ui/Dialog'
import type { FormErrorsOf } from '../../ui/form-errors/use-form-errors'
import { InstantField } from '../../ui/InstantField'
import { blankTask, changeOf, creationOf, formOf, problemsOf, type TaskForm } from './task-form'
import { assigneeWords, failureOf, priorityWords, taskReads } from './task-words'
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
  const [form, setForm] = useState(() => (task ? formOf(task) : blankTask))
  const errors = useFormErrors()
  const now = useClock()
  const create = useChange('government-tasks.create-task', taskReads)
  const update = useChange('government-tasks.update-task', taskReads)
  const ended = (failed: string) => ({
    onSuccess: ({ message }: { message: string }) => {
      toast.success(message)
      onClose()
    },
    onError: (error: Error) => errors.fail(error, failureOf(error, failed)),
  })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const { problems, sentence } = problemsOf(form, now(), task)
    if (errors.refuse(problems, sentence)) return
    if (task) update.mutate(changeOf(task, form), ended('Failed to update task'))
    else create.mutate(creationOf(form), ended('Failed to create task'))
  }
  return (
    <Dialog title={task ? 'Edit Task' : 'Create Task'} onClose={onClose} size="44rem">
      <Stack as="form" gap={4} onSubmit={save} {...errors.form}>
        <FormErrors errors={errors} />
        <Fields form={form} set={setForm} now={now()} of={errors.of} />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {task ? 'Save Task' : 'Create Task'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const assignees = taskAssignees.map((value) => ({ value, label: assigneeWords(value) }))
const priorities = taskPriorities.map((value) => ({ value, label: priorityWords[value] }))

interface FieldsProps {
  form: TaskForm
  set: (form: TaskForm) => void
  now: number
  of: FormErrorsOf['of']
}

function Fields({ form, set, now, of }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        {...of('title')}
        data-autofocus
        value={form.title}
        maxLength={taskLimits.title}
        onChange={(event) => set({ ...form, title: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        {...of('description')}
        description="What is to be done, and how to tell that it is done."
        rows={4}
        value={form.description}
        maxLength={taskLimits.description}
        onChange={(event) => set({ ...form, description: event.currentTarget.value })}
      />
      <Columns narrowest="14rem" gap={4}>
        <NativeSelect
          label="Assign to"
          {...of('assignedTo')}
          description="An office, with each of its holders."
          value={form.assignedTo}
          data={assignees}
          onChange={(event) => set({ ...form, assignedTo: event.currentTarget.value as TaskAssignee })}
        />
        <NativeSelect
          label="Priority"
          {...of('priority')}
          description="Urgent ones stand out."
          value={form.priority}
          data={priorities}
          onChange={(event) => set({ ...form, priority: event.currentTarget.value as TaskPriority })}
        />
      </Columns>
      <InstantField
        label="Due date (optional)"
        {...of('dueDate')}
        description="Officials are reminded a day before, and when it is due."
        value={form.dueDate}
        between={[now, now + taskLimits.longestMs]}
        onChange={(dueDate) => set({ ...form, dueDate })}
      />
    </>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { taskAssignees, taskLimits, taskPriorities } from '@nation/domain/tasks'
import type { TaskAssignee, TaskPriority } from '@nation/domain/tasks'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { Button, Columns, FormErrors, Stack, useClock, useFormErrors } from '../../ui'
import { Dialog, DialogCancel, DialogFoot } from '../../ui/Dialog'
import { isSameForm } from '../../ui/same-form'
import type { FormErrorsOf } from '../../ui/form-errors/use-form-errors'
import { InstantField } from '../../ui/InstantField'
import { blankTask, formOf, problemsOf, type TaskForm, type WrittenTask } from './task-form'
import { assigneeWords, priorityWords } from './task-words'

interface Props {
  /** The task to change; a new one without it. */
  task?: WrittenTask | undefined
  /** What the fields contain at first, where that is not the task. */
  draft?: TaskForm | undefined
  isBusy: boolean
  /** Called with a form whose fields are complete. */
  save: (form: TaskForm, errors: FormErrorsOf) => void
  onClose: () => void
}

/** The form in which a task is written. */
export default function TaskFormDialog({ task, draft, isBusy, save, onClose }: Props) {
  const [first] = useState(() => draft ?? (task ? formOf(task) : blankTask))
  const [form, setForm] = useState(first)
  const errors = useFormErrors()
  const now = useClock()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { problems, sentence } = problemsOf(form, now(), task)
    if (!errors.refuse(problems, sentence)) save(form, errors)
  }
  return (
    <Dialog
      title={task ? 'Edit Task' : 'Create Task'}
      onClose={onClose}
      size="44rem"
      unsaved={!isSameForm(form, first)}
    >
      <Stack as="form" gap={4} onSubmit={submit} {...errors.form}>
        <FormErrors errors={errors} />
        <Fields form={form} set={setForm} now={now()} of={errors.of} />
        <DialogFoot>
          <DialogCancel />
          <Button type="submit" loading={isBusy}>
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

import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { interviewLimits } from '@nation/domain/interviews'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, FormErrors, toast, useFormErrors, Stack, Text } from '../../../ui'
import { Dialog, DialogCancel, DialogFoot } from '../../../ui/Dialog'
import { isSameForm } from '../../../ui/same-form'
import { FieldRows } from '../../../ui/FieldRows'
import { blankInterview, problemsOf, requestOf } from './new-interview'

/** Asks the citizens something: a title, what it is about, and the questions. */
export default function CreateInterview({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(blankInterview)
  const errors = useFormErrors()
  const create = useChange('interviews.create', ['interviews.all', 'interviews.list', 'interviews.status'])
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const { problems, sentence } = problemsOf(form)
    if (errors.refuse(problems, sentence)) return
    create.mutate(requestOf(form), {
      onSuccess: () => {
        toast.success('The interview is open.')
        onClose()
      },
      onError: (error) =>
        errors.fail(error, error instanceof ApiError ? sentenceOf(error) : 'Failed to create interview', {
          questions: form.questions.map(({ text }) => text),
        }),
    })
  }
  return (
    <Dialog title="Create Interview" onClose={onClose} size="44rem" unsaved={!isSameForm(form, blankInterview)}>
      <Stack as="form" gap={4} onSubmit={save} {...errors.form}>
        <FormErrors errors={errors} />
        <TextInput
          label="Title"
          {...errors.of('title')}
          data-autofocus
          value={form.title}
          maxLength={interviewLimits.title}
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          {...errors.of('description')}
          description="What it is about, and what becomes of the answers."
          rows={3}
          value={form.description}
          maxLength={interviewLimits.description}
          onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
        />
        <FieldRows
          name="Question"
          field="questions"
          problems={errors.problems}
          fields={form.questions}
          change={(questions) => setForm({ ...form, questions })}
          fewest={1}
          most={interviewLimits.questions}
        >
          {(field) => <Textarea rows={2} maxLength={interviewLimits.question} {...field} />}
        </FieldRows>
        <Text tone="faint" step={-1}>
          It is open for answers at once. Its questions cannot be changed later, so every answer belongs to what was
          asked.
        </Text>
        <DialogFoot>
          <DialogCancel />
          <Button type="submit" loading={create.isPending}>
            Create Interview
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

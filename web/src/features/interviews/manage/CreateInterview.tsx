import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { interviewLimits } from '@nation/domain/interviews'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, toast, Stack, Text, Row } from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import { FieldRows } from '../../../ui/FieldRows'
import classes from './CreateInterview.module.css'
import { blankInterview, problemOf, requestOf } from './new-interview'

/** Asks the citizens something: a title, what it is about, and the questions. */
export default function CreateInterview({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(blankInterview)
  const [problem, setProblem] = useState<string | null>(null)
  const create = useChange('interviews.create', ['interviews.all', 'interviews.list', 'interviews.status'])
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = problemOf(form)
    if (code !== null) return setProblem(errorTable[code][1])
    setProblem(null)
    create.mutate(requestOf(form), {
      onSuccess: () => {
        toast.success('The interview is open.')
        onClose()
      },
      onError: (error) => setProblem(error instanceof ApiError ? sentenceOf(error) : 'Failed to create interview'),
    })
  }
  return (
    <Dialog title="Create Interview" onClose={onClose} size="44rem">
      <Stack as="form" gap={4} onSubmit={save}>
        <TextInput
          label="Title"
          data-autofocus
          value={form.title}
          maxLength={interviewLimits.title}
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="What it is about, and what becomes of the answers."
          rows={3}
          value={form.description}
          maxLength={interviewLimits.description}
          onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
        />
        <FieldRows
          name="Question"
          fields={form.questions}
          change={(questions) => setForm({ ...form, questions })}
          fewest={1}
          most={interviewLimits.questions}
        >
          {(field) => <Textarea rows={2} maxLength={interviewLimits.question} {...field} />}
        </FieldRows>
        <Text tone="faint" step={-1}>
          It takes answers at once. Its words stay as they are, so that every answer belongs to what was asked.
        </Text>
        <Text role="alert" tone="danger" strong className={classes.problem}>
          {problem}
        </Text>
        <Row gap={3} justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create Interview
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { interviewLimits } from '@nation/domain/interviews'
import { useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { addField, removeField, writeField } from '../../../lib/field-list'
import type { FieldList } from '../../../lib/field-list'
import { useChange } from '../../../lib/query/query'
import { Button, toast } from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import classes from './CreateInterview.module.css'
import { blankInterview, problemOf, requestOf } from './new-interview'

/** Asks the citizens something: a title, what it is about, and the questions. */
export default function CreateInterview({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(blankInterview)
  const [problem, setProblem] = useState<string | null>(null)
  const fields = useRef<HTMLOListElement>(null)
  const create = useChange('interviews.create', ['interviews.all', 'interviews.list', 'interviews.status'])
  const setQuestions = (questions: FieldList) => setForm({ ...form, questions })
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
  /** The focus stays among the questions when the one that had it goes. */
  const focusQuestion = (index: number) =>
    requestAnimationFrame(() => fields.current?.querySelectorAll('textarea')[index]?.focus())
  return (
    <Dialog title="Create Interview" onClose={onClose} size="44rem">
      <form className={classes.form} onSubmit={save}>
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
        <ol ref={fields} className={classes.questions} aria-label="Questions">
          {form.questions.map(({ key, text }, index) => (
            <li key={key}>
              <Textarea
                label={`Question ${index + 1}`}
                rows={2}
                value={text}
                maxLength={interviewLimits.question}
                onChange={(event) => setQuestions(writeField(form.questions, key, event.currentTarget.value))}
              />
              {form.questions.length > 1 && (
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={`Remove question ${index + 1}`}
                  onClick={() => {
                    setQuestions(removeField(form.questions, key, 1))
                    focusQuestion(Math.max(0, index - 1))
                  }}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ol>
        <Button
          variant="default"
          className={classes.add}
          disabled={form.questions.length >= interviewLimits.questions}
          onClick={() => {
            setQuestions(addField(form.questions, interviewLimits.questions))
            focusQuestion(form.questions.length)
          }}
        >
          Add Question
        </Button>
        <p className={classes.note}>
          It takes answers at once. Its words stay as they are, so that every answer belongs to what was asked.
        </p>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create Interview
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

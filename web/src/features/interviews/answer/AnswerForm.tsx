import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { interviewLimits, unanswered } from '@nation/domain/interviews'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, toast } from '../../../ui'
import type { Interview } from '../types'
import classes from './AnswerForm.module.css'
import { keepDraft, readDraft } from './drafts'
import type { Draft } from './drafts'
import { QuestionSheet } from './QuestionSheet'

interface Props {
  interview: Interview
  uid: string
  /** A closed or deleted one keeps what was written, to be read and copied. */
  state: 'open' | 'closed' | 'deleted'
  onSubmitted: () => void
}

/** What reads differently once a response is in, or was refused. */
const touched = ['interviews.get', 'interviews.list', 'interviews.status', 'interviews.my-responses'] as const

/** A counter appears when an answer comes near to its length. */
const NEAR = interviewLimits.answer - 200

/** Where a citizen answers: every question, once. What is typed is kept on this device until it is sent. */
export function AnswerForm({ interview, uid, state, onSubmitted }: Props) {
  const { id: interviewId, questions } = interview
  const [draft, setDraft] = useState<Draft>(() => readDraft(interviewId, uid))
  const submit = useChange('interviews.submit', touched)
  const answers = questions.map(({ id }) => ({ questionId: id, answer: draft[id] ?? '' }))
  const left = unanswered(
    questions.map(({ id }) => id),
    answers,
  )
  const write = (id: string, text: string) => {
    const next = { ...draft, [id]: text }
    setDraft(next)
    keepDraft(interviewId, uid, next)
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (left > 0 || state !== 'open') return
    submit.mutate(
      { interviewId, answers },
      {
        onSuccess: () => {
          keepDraft(interviewId, uid, {})
          onSubmitted()
        },
        onError: (error) => toast.error(`${sentenceOf(error)} What you wrote is kept on this device.`),
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={send} aria-label="Your answers">
      {state !== 'open' && <Ended state={state} hasDraft={left < questions.length} />}
      <QuestionSheet questions={questions} answered={({ id }) => (draft[id] ?? '').trim() !== ''}>
        {({ id, question }) => (
          <Textarea
            label={question}
            classNames={{ label: classes.question, input: classes.answer }}
            rows={4}
            maxLength={interviewLimits.answer}
            value={draft[id] ?? ''}
            readOnly={state !== 'open'}
            onChange={(event) => write(id, event.currentTarget.value)}
            {...((draft[id] ?? '').length > NEAR && {
              description: `${(draft[id] ?? '').length} of ${interviewLimits.answer} characters`,
              inputWrapperOrder: ['label', 'input', 'description'] as const,
            })}
          />
        )}
      </QuestionSheet>
      {state === 'open' && (
        <div className={classes.send}>
          <div className={classes.words}>
            <p className={classes.final}>
              <strong>A response is final.</strong> Once you submit it, it cannot be changed or taken back, and you
              cannot answer this interview again. The administrators of the nation read it under your name.
            </p>
            <p id="left-to-answer" className={classes.left} aria-live="polite">
              {leftInWords(left, questions.length)}
            </p>
          </div>
          <Button
            type="submit"
            size="md"
            disabled={left > 0}
            loading={submit.isPending}
            aria-describedby="left-to-answer"
          >
            Submit Response
          </Button>
        </div>
      )}
    </form>
  )
}

function leftInWords(left: number, all: number): string {
  if (left === 0) return 'All questions are answered. Your response is ready.'
  const kept = left < all ? ' What you write is kept on this device.' : ''
  return `${left} of ${all} ${all === 1 ? 'question is' : 'questions are'} left to answer.${kept}`
}

function Ended({ state, hasDraft }: { state: 'closed' | 'deleted'; hasDraft: boolean }) {
  return (
    <div className={classes.ended} role="status">
      <h2>{state === 'deleted' ? 'This interview was deleted' : 'This interview takes no answers at the moment'}</h2>
      <p>
        {state === 'closed' && 'It may be opened again. '}
        {hasDraft && 'What you wrote was not sent; it is kept on this device.'}
      </p>
    </div>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { interviewLimits } from '@nation/domain/interviews'
import type { SyntheticEvent } from 'react'
import { keptInWords, notSentInWords } from '../../../lib/store/device'
import { Button, FormErrors, Stack, Text, useFormErrors } from '../../../ui'
import { growsByItself } from '../../../ui/grows-by-itself'
import type { Interview } from '../types'
import classes from './AnswerForm.module.css'
import { QuestionSheet } from './QuestionSheet'
import { useAnswers } from './use-answers'

interface Props {
  interview: Interview
  uid: string
  /** A closed or deleted one keeps what was written, to be read and copied. */
  state: 'open' | 'closed' | 'deleted'
  onSubmitted: () => void
}

/** A counter appears when an answer comes near to its length. */
const NEAR = interviewLimits.answer - 200

/** Where a citizen answers: every question, once. */
export function AnswerForm({ interview, uid, state, onSubmitted }: Props) {
  const { questions } = interview
  const errors = useFormErrors()
  const { textOf, write, kept, left, send, sending } = useAnswers(interview, uid, onSubmitted, errors.fail)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (left === 0 && state === 'open') send()
  }
  return (
    <Stack as="form" gap={5} onSubmit={submit} {...errors.form} aria-label="Your answers">
      <FormErrors errors={errors} />
      {state !== 'open' && <Ended state={state} hasDraft={left < questions.length} kept={kept} />}
      <QuestionSheet questions={questions} answered={({ id }) => textOf(id).trim() !== ''}>
        {({ id, question }) => (
          <Textarea
            label={question}
            {...errors.of(`answers.${questions.findIndex((one) => one.id === id)}`)}
            classNames={{ label: classes.question, input: classes.answer }}
            rows={4}
            autosize={!growsByItself()}
            minRows={4}
            maxLength={interviewLimits.answer}
            value={textOf(id)}
            readOnly={state !== 'open'}
            onChange={(event) => write(id, event.currentTarget.value)}
            {...(textOf(id).length > NEAR && {
              description: `${textOf(id).length} of ${interviewLimits.answer} characters`,
              inputWrapperOrder: ['label', 'input', 'description'],
            })}
          />
        )}
      </QuestionSheet>
      {state === 'open' && <Send left={left} all={questions.length} sending={sending} kept={kept} />}
    </Stack>
  )
}

/** What submitting means, what is missing for it, and the button. */
function Send({ left, all, sending, kept }: { left: number; all: number; sending: boolean; kept: boolean }) {
  return (
    <div className={classes.send}>
      <Stack gap={2}>
        <p className={classes.final}>
          <strong>A response is final.</strong> Once you submit it, it cannot be changed or taken back, and you cannot
          answer this interview again. The administrators of the nation read it under your name.
        </p>
        <Text id="left-to-answer" tone="soft" step={-1} figures aria-live="polite">
          {leftInWords(left, all, kept)}
        </Text>
      </Stack>
      <Button type="submit" size="md" disabled={left > 0} loading={sending} aria-describedby="left-to-answer">
        Submit Response
      </Button>
    </div>
  )
}

function leftInWords(left: number, all: number, kept: boolean): string {
  const lost = kept ? '' : ` ${keptInWords(false)}`
  if (left === 0) return `All questions are answered. Your response is ready.${lost}`
  const storedHere = left < all && kept ? ' What you write is kept on this device.' : lost
  return `${left} of ${all} ${all === 1 ? 'question is' : 'questions are'} left to answer.${storedHere}`
}

function Ended({ state, hasDraft, kept }: { state: 'closed' | 'deleted'; hasDraft: boolean; kept: boolean }) {
  return (
    <Stack gap={1} pad={5} className={classes.ended} role="status">
      <h2>
        {state === 'deleted' ? 'This interview was deleted' : 'This interview does not accept answers at the moment'}
      </h2>
      <p>
        {state === 'closed' && 'It may be opened again. '}
        {hasDraft && notSentInWords(kept)}
      </p>
    </Stack>
  )
}

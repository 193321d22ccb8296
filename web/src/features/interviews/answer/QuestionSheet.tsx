import type { ReactNode } from 'react'
import type { Interview } from '../types'
import { Stack } from '../../../ui'
import classes from './QuestionSheet.module.css'

type Question = Interview['questions'][number]

interface Props {
  questions: readonly Question[]
  /** What stands below a question. */
  children: (question: Question) => ReactNode
  /** Whether a question is answered, for its mark. */
  answered?: (question: Question) => boolean
}

/** The questions in their order, each on a numbered strip. */
export function QuestionSheet({ questions, children, answered }: Props) {
  return (
    <Stack as="ol" gap={4} aria-label="Questions">
      {questions.map((question) => (
        <li key={question.id} className={classes.question} data-answered={answered?.(question) || undefined}>
          <Stack as="span" tone="faint" step={1} face="document" className={classes.number} aria-hidden="true">
            {question.order}
          </Stack>
          <Stack gap={2} className={classes.body}>
            {children(question)}
          </Stack>
        </li>
      ))}
    </Stack>
  )
}

import type { ReactNode } from 'react'
import type { Interview } from '../types'
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
    <ol className={classes.sheet} aria-label="Questions">
      {questions.map((question) => (
        <li key={question.id} className={classes.question} data-answered={answered?.(question) || undefined}>
          <span className={classes.number} aria-hidden="true">
            {question.order}
          </span>
          <div className={classes.body}>{children(question)}</div>
        </li>
      ))}
    </ol>
  )
}

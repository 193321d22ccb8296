import type { ReactNode } from 'react'
import classes from './AnswerList.module.css'

interface Props {
  answers: readonly { readonly questionId: string; readonly question: string; readonly answer: ReactNode }[]
}

/** Questions with what was answered, numbered. */
export function AnswerList({ answers }: Props) {
  return (
    <ol className={classes.answers}>
      {answers.map(({ questionId, question, answer }) => (
        <li key={questionId}>
          <p className={classes.question}>{question}</p>
          <p className={classes.answer}>{answer}</p>
        </li>
      ))}
    </ol>
  )
}

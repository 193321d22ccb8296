import { Stack, Text } from '../../ui'
import type { ReactNode } from 'react'
import classes from './AnswerList.module.css'

interface Props {
  answers: readonly { readonly questionId: string; readonly question: string; readonly answer: ReactNode }[]
}

/** Questions with what was answered, numbered. */
export function AnswerList({ answers }: Props) {
  return (
    <Stack as="ol" gap={4} className={classes.answers}>
      {answers.map(({ questionId, question, answer }) => (
        <li key={questionId}>
          <Text tone="soft" step={-1} strong breaks>
            {question}
          </Text>
          <p className={classes.answer}>{answer}</p>
        </li>
      ))}
    </Stack>
  )
}

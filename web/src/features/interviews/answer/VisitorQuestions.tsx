import { signIn } from '../../../lib/session/session'
import { Button, Stack, Row } from '../../../ui'
import type { Interview } from '../types'
import form from './AnswerForm.module.css'
import { QuestionSheet } from './QuestionSheet'
import classes from './VisitorQuestions.module.css'

/** The questions for a visitor who is not signed in: to read, with the way to answer them. */
export function VisitorQuestions({ interview, isOpen }: { interview: Interview; isOpen: boolean }) {
  return (
    <Stack gap={5}>
      <Row gap={[4, 6]} pad={5} align="center" justify="between" className={classes.notice} role="note">
        <div>
          <h2>{isOpen ? 'Sign in to answer' : 'Sign in to see your answers'}</h2>
          <p>
            {isOpen
              ? 'You sign in with your X account and come back to this page.'
              : 'This interview does not accept answers at the moment. Citizens who are signed in see what they have answered.'}
          </p>
        </div>
        <Button onClick={() => signIn()}>Connect with Twitter</Button>
      </Row>
      <QuestionSheet questions={interview.questions}>
        {({ question }) => <p className={form.question}>{question}</p>}
      </QuestionSheet>
    </Stack>
  )
}

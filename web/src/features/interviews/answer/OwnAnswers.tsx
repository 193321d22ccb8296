import { ButtonLink, Instant, Panel, Stack } from '../../../ui'
import { AnswerList } from '../AnswerList'
import type { OwnResponse } from '../types'
import classes from './OwnAnswers.module.css'

/** What one answered here; it is final. */
export function OwnAnswers({ response }: { response: OwnResponse }) {
  return (
    <Panel as="section" gap={5} pad={5} className={classes.own} aria-labelledby="own-answers">
      <Stack gap={1} className={classes.head}>
        <h2 id="own-answers">You have answered this interview</h2>
        <p>
          Submitted <Instant at={response.submittedAt} />. A response is final.
        </p>
      </Stack>
      <AnswerList answers={response.answers} />
      <ButtonLink to="/interviews" variant="default" className={classes.back}>
        See open interviews
      </ButtonLink>
    </Panel>
  )
}

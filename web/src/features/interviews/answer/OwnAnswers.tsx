import { ButtonLink, Instant } from '../../../ui'
import { AnswerList } from '../AnswerList'
import type { OwnResponse } from '../types'
import classes from './OwnAnswers.module.css'

/** What one answered here; it is final. */
export function OwnAnswers({ response }: { response: OwnResponse }) {
  return (
    <section className={classes.own} aria-labelledby="own-answers">
      <div className={classes.head}>
        <h2 id="own-answers">You have answered this interview</h2>
        <p>
          Submitted <Instant at={response.submittedAt} />. A response is final.
        </p>
      </div>
      <AnswerList answers={response.answers} />
      <ButtonLink to="/interviews" variant="default" className={classes.back}>
        See open interviews
      </ButtonLink>
    </section>
  )
}

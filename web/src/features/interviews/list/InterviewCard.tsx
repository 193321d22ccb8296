import { Link } from 'react-router-dom'
import { ActiveBadge, Badge, LineWork } from '../../../ui'
import { createdInWords, questionsInWords } from '../interview-words'
import type { Interview } from '../types'
import classes from './InterviewCard.module.css'

/** An open interview as a sheet of questions; all of it leads to its page. */
export function InterviewCard({ interview, answered }: { interview: Interview; answered: boolean }) {
  const { id, title, description, createdAt, questionCount } = interview
  return (
    <article className={classes.card} data-answered={answered || undefined}>
      <div className={classes.head}>
        <span className={classes.ground}>
          <LineWork seed={id} kind="band" className={classes.band} />
        </span>
        <p className={classes.badges}>
          <ActiveBadge />
          {answered && <Badge tone="state">Answered</Badge>}
        </p>
        <h2 className={classes.title}>
          <Link to={`/interviews/${id}`}>{title}</Link>
        </h2>
      </div>
      <p className={classes.description}>{description}</p>
      <dl className={classes.facts}>
        <div>
          <dt>Created</dt>
          <dd>{createdInWords(createdAt)}</dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{questionsInWords(questionCount)}</dd>
        </div>
      </dl>
    </article>
  )
}

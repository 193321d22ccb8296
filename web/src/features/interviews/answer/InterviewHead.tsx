import { Link } from 'react-router-dom'
import { ActiveBadge, Badge, LineWork } from '../../../ui'
import { createdInWords, questionsInWords } from '../interview-words'
import type { Interview } from '../types'
import classes from './InterviewHead.module.css'

/** What is asked, by whom, and since when. */
export function InterviewHead({ interview, isOpen }: { interview: Interview; isOpen: boolean }) {
  const { id, title, description, createdAt, createdBy, questionCount } = interview
  return (
    <header className={classes.head}>
      <LineWork seed={id} kind="band" className={classes.band} />
      <p className={classes.back}>
        <Link to="/interviews">All interviews</Link>
      </p>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.description}>{description}</p>
      <p className={classes.facts}>
        {isOpen ? <ActiveBadge /> : <Badge>Closed</Badge>}
        <span>{questionsInWords(questionCount)}</span>
        <span>
          Asked by {createdBy}, {createdInWords(createdAt)}
        </span>
      </p>
    </header>
  )
}

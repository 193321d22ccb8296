import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { ActiveBadge, Badge, LineWork, Row, Text } from '../../../ui'
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
        <Row as="p" gap={2} className={classes.badges}>
          <ActiveBadge />
          {answered && <Badge tone="state">Answered</Badge>}
        </Row>
        <Text as="h2" step={2} face="title" breaks className={classes.title}>
          <Link to={`/interviews/${id}`}>{title}</Link>
        </Text>
      </div>
      <Text tone="soft" breaks className={classes.description}>
        {description}
      </Text>
      <Row as="dl" nowrap gap={4} justify="between" step={-1} className={classes.facts}>
        <div>
          <dt>Created</dt>
          <dd>{createdInWords(createdAt)}</dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{questionsInWords(questionCount)}</dd>
        </div>
      </Row>
      {/* All of the card is the title's link; this says what it is for. */}
      <Row as="p" nowrap gap={2} align="center" tone="state" strong className={classes.action} aria-hidden="true">
        {answered ? 'Read your answers' : 'Answer'}
        <IconArrowRight size={18} />
      </Row>
    </article>
  )
}

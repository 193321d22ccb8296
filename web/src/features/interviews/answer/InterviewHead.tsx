import { Link } from 'react-router-dom'
import { ActiveBadge, Badge, LineWork, Stack, Text, Row } from '../../../ui'
import { createdInWords, questionsInWords } from '../interview-words'
import type { Interview } from '../types'
import classes from './InterviewHead.module.css'

/** What is asked, by whom, and since when. */
export function InterviewHead({ interview, isOpen }: { interview: Interview; isOpen: boolean }) {
  const { id, title, description, createdAt, createdBy, questionCount } = interview
  return (
    <Stack as="header" gap={4} stage className={classes.head}>
      <LineWork seed={id} kind="band" className={classes.band} />
      <Text step={-1}>
        <Link to="/interviews">All interviews</Link>
      </Text>
      <Text as="h1" tone="state" step={4} breaks face="display" className={classes.title}>
        {title}
      </Text>
      <Text step={1} breaks className={classes.description}>
        {description}
      </Text>
      <Row as="p" gap={[2, 4]} align="center" tone="soft" step={-1}>
        {isOpen ? <ActiveBadge /> : <Badge>Closed</Badge>}
        <span>{questionsInWords(questionCount)}</span>
        <span>
          Asked by <bdi>{createdBy}</bdi>, {createdInWords(createdAt)}
        </span>
      </Row>
    </Stack>
  )
}

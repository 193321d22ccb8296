import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { Badge, ButtonLink, EmptyState, RelativeTime, Panel, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { AnswerList } from '../AnswerList'
import type { OwnResponse } from '../types'
import { usePages } from '../../../lib/query/use-pages'
import classes from './MyResponses.module.css'

/** What one has answered, the newest first; also to interviews that were deleted since. */
export function MyResponses() {
  const list = usePages('interviews.my-responses', { limit: 20 }, (input, options) =>
    call('interviews.my-responses', input, options),
  )
  return (
    <PagedList
      pages={list}
      items={list.data?.pages.flatMap((page) => page.responses) ?? []}
      label="My responses"
      failure={`${sentenceOf(list.error)} What you have submitted is safe.`}
      skeletons={{ count: 3, height: '5rem' }}
      empty={
        <EmptyState title="No responses yet" actions={<ButtonLink to="/interviews">See open interviews</ButtonLink>}>
          What you answer is kept here, word for word.
        </EmptyState>
      }
    >
      {(response) => (
        <li key={response.id}>
          <OwnResponseRow response={response} />
        </li>
      )}
    </PagedList>
  )
}

function OwnResponseRow({ response }: { response: OwnResponse }) {
  const { interviewId, title, deleted, isActive, submittedAt, answers } = response
  return (
    <Panel as="details" edge="left" className={classes.response}>
      <summary>
        <Text as="span" face="title" breaks className={classes.title}>
          {title}
        </Text>
        <Text as="span" tone="faint" step={-1}>
          Submitted: <RelativeTime at={submittedAt} />
        </Text>
        {!isActive && <Badge>{deleted ? 'Interview deleted' : 'Interview closed'}</Badge>}
      </summary>
      <AnswerList answers={answers} />
      {!deleted && (
        <p>
          <Link to={`/interviews/${interviewId}`}>Go to the interview</Link>
        </p>
      )}
    </Panel>
  )
}

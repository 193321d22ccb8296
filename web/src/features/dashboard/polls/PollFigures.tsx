import type { CallAnswer } from '@nation/domain/contract'
import { Instant, LiveNumber, RelativeTime, Panel, Stack, Text } from '../../../ui'
import classes from './PollFigures.module.css'

type Poll = CallAnswer<'government.get-polls'>['polls'][number]

/** An open poll with what each option has so far. */
export function PollFigures({ poll }: { poll: Poll }) {
  const { id, question, options, totalVotes, createdBy, createdAt, closesAt } = poll
  return (
    <Panel as="article" edge="top" gap={4} pad={5} top className={classes.poll} aria-labelledby={`poll-${id}`}>
      <Stack gap={1} className={classes.head}>
        <h3 id={`poll-${id}`}>{question}</h3>
        <p>
          By {createdBy}, <RelativeTime at={createdAt} />
          {closesAt !== null && (
            <>
              {' '}
              · closes <Instant at={closesAt} />
            </>
          )}
        </p>
      </Stack>
      <Stack as="ul" gap={2} className={classes.options} aria-label="Options">
        {options.map((option) => (
          <li key={option.id} style={{ '--share': `${option.percentage}%` } as React.CSSProperties}>
            <Text as="span" breaks>
              {option.text}
            </Text>
            <span className={classes.votes}>
              <LiveNumber value={option.votes} /> {option.votes === 1 ? 'vote' : 'votes'}
            </span>
            <span className={classes.share}>{option.shownPercentage}%</span>
          </li>
        ))}
      </Stack>
      <Text tone="soft" step={-1} figures>
        <LiveNumber value={totalVotes} /> {totalVotes === 1 ? 'vote' : 'votes'} in all
      </Text>
    </Panel>
  )
}

import type { CallAnswer } from '@nation/domain/contract'
import { Link } from 'react-router-dom'
import { useBuilt } from '../../../lib/built'
import { Instant, LiveNumber, Panel, RelativeTime, Skeleton, Stack, Text } from '../../../ui'
import classes from './PollFigures.module.css'

type Poll = CallAnswer<'government.get-polls'>['polls'][number]

/** A poll while it loads: where its question and its options will stand. */
export const PollSkeleton = () => (
  <Panel pad={5} className={classes.poll}>
    <Stack gap={2} top>
      <Skeleton width="min(90%, 24rem)" height="1.4rem" />
      <Skeleton width="8ch" />
      <Skeleton width="min(80%, 18rem)" height="0.8rem" />
    </Stack>
    <Stack gap={3} top>
      {[0, 1, 2].map((option) => (
        <Skeleton key={option} height="1.9rem" />
      ))}
    </Stack>
  </Panel>
)

/** An open poll on a line of its own: what is asked and until when, and beside it what each option has so far. */
export function PollFigures({ poll }: { poll: Poll }) {
  const { id, question, options, totalVotes, createdBy, createdAt, closesAt } = poll
  const built = useBuilt()
  const most = Math.max(...options.map(({ votes }) => votes))
  return (
    <Panel as="article" pad={5} className={classes.poll} aria-labelledby={`poll-${id}`}>
      <Stack gap={2} top>
        <Text as="h3" step={1} breaks id={`poll-${id}`}>
          {built('/vote') ? <Link to={`/vote?poll=${id}`}>{question}</Link> : question}
        </Text>
        <Text tone="soft" figures>
          <LiveNumber value={totalVotes} /> {totalVotes === 1 ? 'vote' : 'votes'} in all
        </Text>
        <Text tone="faint" step={-1}>
          {closesAt === null ? (
            'No closing date'
          ) : (
            <>
              Closes <Instant at={closesAt} />
            </>
          )}
          . By <bdi>{createdBy}</bdi>, <RelativeTime at={createdAt} />.
        </Text>
      </Stack>
      <Stack as="ul" gap={3} top className={classes.options} aria-label="Options">
        {options.map((option) => (
          <li
            key={option.id}
            data-leading={(most > 0 && option.votes === most) || undefined}
            style={{ '--share': `${option.percentage}%` } as React.CSSProperties}
          >
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
    </Panel>
  )
}

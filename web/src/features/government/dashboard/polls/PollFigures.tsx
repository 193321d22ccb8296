import type { CallAnswer } from '@nation/domain/contract'
import { Instant, LiveNumber, RelativeTime } from '../../../../ui'
import classes from './PollFigures.module.css'

type Poll = CallAnswer<'government.get-polls'>['polls'][number]

/** An open poll with what each option has so far. */
export function PollFigures({ poll }: { poll: Poll }) {
  const { id, question, options, totalVotes, createdBy, createdAt, closesAt } = poll
  return (
    <article className={classes.poll} aria-labelledby={`poll-${id}`}>
      <div className={classes.head}>
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
      </div>
      <ul className={classes.options} aria-label="Options">
        {options.map((option) => (
          <li key={option.id} style={{ '--share': `${option.percentage}%` } as React.CSSProperties}>
            <span className={classes.text}>{option.text}</span>
            <span className={classes.votes}>
              <LiveNumber value={option.votes} /> {option.votes === 1 ? 'vote' : 'votes'}
            </span>
            <span className={classes.share}>{option.shownPercentage}%</span>
          </li>
        ))}
      </ul>
      <p className={classes.total}>
        <LiveNumber value={totalVotes} /> {totalVotes === 1 ? 'vote' : 'votes'} in all
      </p>
    </article>
  )
}

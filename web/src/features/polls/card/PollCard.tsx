import { useId, useState } from 'react'
import {
  Badge,
  Button,
  classNames,
  Countdown,
  LineWork,
  LiveNumber,
  RelativeTime,
  useNow,
  Stack,
  Text,
  Row,
} from '../../../ui'
import { makerWords, newerOf, numberOf } from '../poll-words'
import type { Poll } from '../types'
import { usePoll } from '../use-polls'
import { Division } from './Division'
import classes from './PollCard.module.css'
import { PollSheet } from './PollSheet'

interface Props {
  poll: Poll
  /** Unfolded from the start. */
  unfolded?: boolean
}

/** A poll as a numbered ballot: its question and how it is divided; unfolded, what one may do with it. */
export function PollCard({ poll: listed, unfolded = false }: Props) {
  const [open, setOpen] = useState(unfolded)
  const fresh = usePoll(listed.id, open)
  const poll = useTicking(newerOf(listed, fresh.data?.poll))
  const ids = useId()
  return (
    <article className={classes.ballot} data-closed={!poll.isActive || undefined} aria-labelledby={`${ids}-question`}>
      <Stub poll={poll} />
      <Stack gap={3} top className={classes.front}>
        <h3 className={classes.heading}>
          <button
            id={`${ids}-question`}
            type="button"
            className={classes.question}
            aria-expanded={open}
            aria-controls={open ? `${ids}-sheet` : undefined}
            onClick={() => setOpen(!open)}
          >
            <span dir="auto" className={classes.asked}>
              {poll.question}
            </span>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={classes.chevron}>
              <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </button>
        </h3>
        <Facts poll={poll} />
        {!open && (
          <Row nowrap gap={4} align="end" justify="between">
            <Division poll={poll} />
            {poll.may.vote && (
              <Button
                variant="default"
                size="sm"
                className={classes.vote}
                aria-describedby={`${ids}-question`}
                onClick={() => {
                  setOpen(true)
                  // The button goes with the fold.
                  document.getElementById(`${ids}-question`)?.focus()
                }}
              >
                Vote
              </Button>
            )}
          </Row>
        )}
        {open && (
          <div id={`${ids}-sheet`}>
            <PollSheet poll={poll} log={fresh.data?.log} />
          </div>
        )}
      </Stack>
    </article>
  )
}

/** What the closing date closes is closed on screen at that instant, without being asked. */
function useTicking(poll: Poll): Poll {
  const closesAt = poll.isActive ? poll.closesAt : null
  const now = useNow(closesAt === null ? 60_000 : 1_000)
  if (closesAt === null || now < closesAt) return poll
  return {
    ...poll,
    isActive: false,
    closedAt: closesAt,
    may: { ...poll.may, vote: false, update: false, updateTexts: false, close: false },
    reason: { code: 'poll_closed', message: 'Poll is closed' },
  }
}

function Stub({ poll }: { poll: Poll }) {
  return (
    <Stack gap={3} pad={4} className={classes.stub}>
      <LineWork seed={poll.id} kind="band" className={classes.engraving} />
      <Text tone="soft" step={-1} className={classes.votes}>
        <LiveNumber value={poll.totalVotes} className={classes.count} /> {poll.totalVotes === 1 ? 'vote' : 'votes'}
      </Text>
      <Text tone="faint" step={-2} face="document" className={classes.number} aria-hidden="true">
        {numberOf(poll.id)}
      </Text>
    </Stack>
  )
}

function Facts({ poll }: { poll: Poll }) {
  return (
    <Row as="p" gap={[1, 4]} align="center" tone="faint" step={-1}>
      {poll.isActive ? (
        poll.hasVoted && <Badge tone="success">Voted</Badge>
      ) : (
        <span className={classNames(classes.stamp)}>Poll Closed</span>
      )}
      {poll.isActive &&
        (poll.closesAt === null ? (
          <span>No closing date</span>
        ) : (
          <span>
            Poll closes in <Countdown to={poll.closesAt} />
          </span>
        ))}
      {!poll.isActive && poll.hasVoted && <span>You voted</span>}
      <span>
        <bdi>{poll.createdBy}</bdi>, {makerWords[poll.createdByRole]} ·{' '}
        {!poll.isActive && poll.closedAt !== null && 'closed '}
        <RelativeTime inside at={poll.isActive ? poll.createdAt : (poll.closedAt ?? poll.createdAt)} />
      </span>
    </Row>
  )
}

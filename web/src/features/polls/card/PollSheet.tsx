import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../../lib/query/query'
import { Button, FormErrors, Instant, Stack, Row, Text, useFormErrors } from '../../../ui'
import type { Poll, PollLog } from '../types'
import { useVoteOnPoll } from '../use-poll-actions'
import { Options } from './Options'
import { PollHistory } from './PollHistory'
import { PollTools } from './PollTools'
import classes from './PollSheet.module.css'

/** A poll unfolded: its options with counts and shares, one's vote, and what its keepers may do. */
export function PollSheet({ poll, log }: { poll: Poll; log: PollLog | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const errors = useFormErrors()
  const { vote, voting } = useVoteOnPoll(poll, errors)
  const outcome = useVoteOutcome(voting, poll.hasVoted)
  const choice = poll.options.some(({ id }) => id === chosen) ? chosen : null
  return (
    <Stack
      as="form"
      gap={4}
      className={classes.sheet}
      {...errors.form}
      onSubmit={(event) => {
        event.preventDefault()
        vote(choice)
      }}
    >
      <FormErrors errors={errors} />
      <Options
        poll={poll}
        chosen={choice}
        choose={(optionId) => !voting && setChosen(optionId)}
        disabled={!poll.may.vote && !voting}
        problem={errors.problems.optionId}
      />
      {(poll.may.vote || voting) && (
        <Row gap={[2, 4]} align="center" className={classes.casting}>
          <Button type="submit" loading={voting}>
            Submit Vote
          </Button>
          <p>One vote for each citizen. It cannot be taken back.</p>
        </Row>
      )}
      {!poll.may.vote && !voting && (
        <div ref={outcome} tabIndex={-1}>
          <WhyNot poll={poll} />
        </div>
      )}
      <PollTools poll={poll} />
      <PollHistory log={log} />
    </Stack>
  )
}

/** What says that one has voted takes the focus from the button and the options, which go and are closed with the vote. */
function useVoteOutcome(voting: boolean, hasVoted: boolean) {
  const outcome = useRef<HTMLDivElement>(null)
  const votesHere = useRef(false)
  useEffect(() => {
    if (voting) votesHere.current = true
    // That the vote is no longer under way, and that it counts, may come one after the other.
    if (voting || !hasVoted || !votesHere.current) return
    votesHere.current = false
    const { activeElement } = document
    const isHere = activeElement === document.body || outcome.current?.closest('form')?.contains(activeElement)
    if (isHere) outcome.current?.focus({ preventScroll: true })
  }, [voting, hasVoted])
  return outcome
}

/** Why there is nothing to submit: voted, closed, or not eligible. */
function WhyNot({ poll }: { poll: Poll }) {
  if (!poll.isActive) {
    return (
      <Text tone="soft" step={-1} wide className={classes.why}>
        Poll is closed
        {poll.closedAt !== null && (
          <>
            {' '}
            since <Instant at={poll.closedAt} />
          </>
        )}
        . {poll.hasVoted ? 'Your vote is among these.' : ''}
      </Text>
    )
  }
  if (poll.hasVoted)
    return (
      <Text tone="soft" step={-1} wide className={classes.why}>
        You have voted. Poll votes are final.
      </Text>
    )
  if (poll.reason?.code === 'voting_not_eligible') return <NotEligible says={poll.reason.message} />
  return (
    <Text tone="soft" step={-1} wide className={classes.why}>
      {poll.reason?.message ?? 'No data'}
    </Text>
  )
}

/** Why a citizen may not vote: a young account on X, or a vote under an account that they have left. */
function NotEligible({ says }: { says: string }) {
  const { data } = useCall('vote-hub.check-vote-status', {})
  const why = data?.reasons[0]
  return (
    <Text tone="soft" step={-1} wide className={classes.why}>
      {says}
      {why && `: ${why.message}`}
      {why?.until !== undefined && (
        <>
          {' '}
          You may vote from <Instant at={why.until} />.
        </>
      )}
    </Text>
  )
}

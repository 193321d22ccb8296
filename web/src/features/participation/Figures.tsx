import type { CallAnswer } from '@nation/domain/contract'
import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import { Skeleton, LiveNumber, Loading, NotKnown, Text } from '../../ui'
import classes from './OpenElection.module.css'

type Overview = CallAnswer<'participation.overview'>

/** What is open, and what of it one has yet to do. */
export function useOverview() {
  const live = useLive((state) => state.live)
  return useCall('participation.overview', {}, { every: live ? false : 60_000 })
}

/** How many polls take votes, and how many of them wait for one's own. */
export function OpenPolls() {
  return (
    <Open
      what="polls"
      name="Active polls"
      open={({ activePolls }) => activePolls}
      left={({ eligibleToVote, pollsToVote }) => (eligibleToVote ? pollsToVote : 'not eligible')}
      none="No poll is open at the moment."
    />
  )
}

/** How many interviews take answers, and how many of them wait for one's own. */
export function OpenInterviews() {
  return (
    <Open
      what="interviews"
      name="Active interviews"
      open={({ activeInterviews }) => activeInterviews}
      left={({ interviewsToAnswer }) => interviewsToAnswer}
      none="No interview is open at the moment."
    />
  )
}

interface Props {
  what: string
  name: string
  open: (overview: Overview) => number
  left: (you: NonNullable<Overview['you']>) => number | 'not eligible'
  none: string
}

/** A dash where it cannot be read. */
function Open({ what, name, open, left, none }: Props) {
  const { data, isError } = useOverview()
  if (!data) {
    return isError ? (
      <dl className={classes.open}>
        <div>
          <dt>{name}</dt>
          <dd>
            <NotKnown />
          </dd>
        </div>
      </dl>
    ) : (
      <Loading label={`Loading open ${what}`} className={classes.open}>
        <div className={classes.waiting}>
          <Skeleton width="60%" height="0.9rem" />
          <Skeleton width="45%" height="1.59rem" />
        </div>
      </Loading>
    )
  }
  if (open(data) === 0)
    return (
      <Text tone="faint" step={-1}>
        {none}
      </Text>
    )
  return (
    <dl className={classes.open}>
      <div>
        <dt>{name}</dt>
        <dd>
          <LiveNumber value={open(data)} />
        </dd>
      </div>
      {data.you && (
        <div>
          <dt>For you to answer</dt>
          <dd>
            <LeftToDo left={left(data.you)} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function LeftToDo({ left }: { left: number | 'not eligible' }) {
  if (left === 'not eligible')
    return (
      <Text as="span" tone="soft" step={0} className={classes.done}>
        Not eligible yet
      </Text>
    )
  return left === 0 ? (
    <Text as="span" tone="soft" step={0} className={classes.done}>
      All done
    </Text>
  ) : (
    <LiveNumber value={left} />
  )
}

/** For how many of the open offices one has not voted. */
export function OfficesToVote() {
  const { data } = useOverview()
  const you = data?.you
  if (!you || !data.election || data.election.openPositions === 0) return null
  if (!you.eligibleToVote)
    return (
      <Text tone="faint" step={-1}>
        You may not vote yet: your ID card says from when.
      </Text>
    )
  const { positionsToVote: left } = you
  return (
    <Text tone="soft" step={-1} className={classes.left} data-done={left === 0 || undefined}>
      {left === 0
        ? 'You have voted for every office that is open.'
        : `You have yet to vote for ${left} of ${data.election.openPositions} offices.`}
    </Text>
  )
}

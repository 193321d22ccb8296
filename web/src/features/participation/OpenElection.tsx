import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import { Skeleton, Countdown, LiveNumber, Loading, useNow, Text } from '../../ui'
import classes from './OpenElection.module.css'

/** What is being voted on at the moment, and how long for. Where it cannot be read the card says enough without it. */
export function OpenElection() {
  const live = useLive((state) => state.live)
  const { data, isError } = useCall('elections.current', {}, { every: live ? false : 60_000 })
  const now = useNow(1000)
  if (!data) {
    return isError ? null : (
      <Loading label="Loading the open election" className={classes.open}>
        <div className={classes.waiting}>
          <Skeleton width="60%" height="0.9rem" />
          <Skeleton width="45%" height="1.59rem" />
        </div>
      </Loading>
    )
  }
  const { election } = data
  if (!election || now >= election.endsAt)
    return (
      <Text tone="faint" step={-1}>
        The next election is being prepared.
      </Text>
    )
  const { who, awaited, until } =
    now < election.startsAt
      ? { who: null, awaited: 'Voting opens', until: election.startsAt }
      : now < election.phaseTwoAt
        ? {
            who: 'President, Prime Minister and Secretary of State',
            awaited: 'Voting closes',
            until: election.phaseTwoAt,
          }
        : { who: 'The ministries', awaited: 'Voting closes', until: election.endsAt }
  return (
    <dl className={classes.open}>
      {who && (
        <div className={classes.who}>
          <dt>Open for your vote</dt>
          <dd>{who}</dd>
        </div>
      )}
      <div>
        <dt>{awaited} in</dt>
        <dd>
          <Countdown to={until} />
        </dd>
      </div>
      <div>
        <dt>Candidates</dt>
        <dd>
          <LiveNumber value={election.totalCandidates} />
        </dd>
      </div>
    </dl>
  )
}

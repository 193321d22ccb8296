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
  const stretch =
    now < election.startsAt
      ? { says: 'Voting opens in', until: election.startsAt }
      : now < election.phaseTwoAt
        ? { says: 'President, Prime Minister and Secretary of State: voting closes in', until: election.phaseTwoAt }
        : { says: 'The ministries: voting closes in', until: election.endsAt }
  return (
    <dl className={classes.open}>
      <div>
        <dt>{stretch.says}</dt>
        <dd>
          <Countdown to={stretch.until} label={stretch.says.replace(/ in$/, '')} />
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

import { takingVotes } from '@nation/domain/elections'
import { Instant, Skeleton, Text } from '../../../ui'
import { officesInWords } from '../shared/election-words'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { useNextOpening } from '../shared/use-next-opening'
import { useElectionNow } from '../shared/use-stage'
import classes from './HubHero.module.css'
import { givenFor, officesByStage } from './offices'

interface Props {
  /** Undefined while it is read, null where none is open. */
  election: Election | null | undefined
  /** Whether it could not be read. */
  failed: boolean
}

/** Which offices are open, until when, and how many of them have the voter's vote. Its room is reserved while that is read. */
export function OpenOffices({ election, failed }: Props) {
  return (
    <Text figures className={classes.open}>
      {election ? (
        <Running election={election} />
      ) : election === null ? (
        'No election is open at the moment.'
      ) : failed ? (
        'Which offices are open is not known.'
      ) : (
        <Skeleton width="min(100%, 19rem)" />
      )}
    </Text>
  )
}

/** Offices that are open close at one instant: those of one phase are never open with those of the other. */
function Running({ election }: { election: Election }) {
  const { data } = useVoteStatus(election.id)
  const opens = useNextOpening()
  const { open, before } = officesByStage(election, useElectionNow(election))
  const voted = takingVotes(open)
  const [first] = open
  const [later] = before
  if (first) {
    return (
      <>
        {officesInWords(open)} open until <Instant at={first.closesAt} />
        {/* On a phone the bar below says it. */}
        {data && voted.length > 0 && (
          <span className="hidden-on-phone">
            , {givenFor(voted, data.userVotes)} of {voted.length} voted
          </span>
        )}
      </>
    )
  }
  // Between the seating and the next opening the election that ended is the current one.
  if (!later && election.resultsReady) {
    return (
      <>
        The government is seated. The next election opens{' '}
        {opens === undefined ? 'automatically.' : <Instant at={opens} />}
      </>
    )
  }
  if (!later) return 'No office is open: the votes are being counted.'
  return (
    <>
      Voting opens <Instant at={later.opensAt} />
    </>
  )
}

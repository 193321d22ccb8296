import type { CallAnswer } from '@nation/domain/contract'
import { electedRoles } from '@nation/domain/elections'
import { useRef } from 'react'
import { useCall } from '../../lib/query/query'
import { Countdown, LiveNumber } from '../../ui'
import { NewsTicker } from '../broadcasts/NewsTicker'
import { ContractAddress } from './ContractAddress'
import classes from './Hero.module.css'
import { HomeActions } from './HomeActions'
import { NineRosette } from './NineRosette'
import { useSeen } from './use-seen'

/** How often the counter of citizens is renewed (spec document 1 section 2). */
const CITIZENS_EVERY = 10_000

/** The first view: what this is, what to do, and that it is alive. */
export function Hero() {
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(place)
  return (
    <section ref={place} className={classes.hero} data-life={seen ? 'awake' : 'resting'}>
      <NewsTicker className={classes.ticker ?? ''} />
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.title}>A nation that elects its government every week</h1>
          <p className={classes.lead}>
            Sign in with X and you are a citizen; the $ON you hold gives your vote its weight. Nine offices are open to
            everyone who dares to stand, and your vote decides who takes them on Monday.
          </p>
          <HomeActions />
          <Figures />
          <ContractAddress />
        </div>
        <NineRosette className={classes.rosette} />
      </div>
    </section>
  )
}

/** A figure that is not known yet; it takes the room that it will need. */
const Unknown = () => <span aria-hidden="true">···</span>

const filledOf = (members: CallAnswer<'members.get-government'>['members'] = []) =>
  members.filter(({ governmentRole }) => electedRoles.includes(governmentRole)).length

/** What is true this moment. Where the nation does not answer, the counters say nought and nothing more. */
function Figures() {
  const citizens = useCall('citizens.newest', { limit: 1 }, { every: CITIZENS_EVERY })
  const government = useCall('members.get-government', {})
  const election = useCall('elections.current', {}).data?.election
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Total Citizens</dt>
        <dd>{citizens.isPending ? <Unknown /> : <LiveNumber value={citizens.data?.totalCitizens ?? 0} />}</dd>
      </div>
      <div>
        <dt>Seats filled</dt>
        <dd>{government.isPending ? <Unknown /> : `${filledOf(government.data?.members)}/${electedRoles.length}`}</dd>
      </div>
      <div>
        <dt>{election?.phase === 'phase_one' ? 'Ministries open in' : 'Polls close in'}</dt>
        <dd className={classes.clock}>
          {election?.nextInstant ? (
            <Countdown
              to={election.nextInstant}
              label={election.phase === 'phase_one' ? 'Ministries open' : 'Polls close'}
            />
          ) : (
            <Unknown />
          )}
        </dd>
      </div>
    </dl>
  )
}

import { useCall } from '../../lib/query/query'
import { Countdown, LiveNumber } from '../../ui'
import classes from './Hero.module.css'
import { HomeActions } from './HomeActions'
import { NineRosette } from './NineRosette'

/** How often the counter of citizens is renewed (spec document 1 section 9). */
const CITIZENS_EVERY = 10_000

/** The first view: what this is, what to do, and that it is alive. */
export function Hero() {
  return (
    <section className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.title}>A nation that elects its government every week</h1>
          <p className={classes.lead}>
            Sign in with X and you are a citizen; the $ON you hold gives your vote its weight. Nine offices are open to
            everyone who dares to stand, and your vote decides who takes them on Monday.
          </p>
          <HomeActions />
          <Figures />
        </div>
        <NineRosette className={classes.rosette} />
      </div>
    </section>
  )
}

function Figures() {
  const stats = useCall('system.stats', {}, { every: CITIZENS_EVERY })
  const election = useCall('elections.current', {}).data?.election
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Total Citizens</dt>
        <dd>{stats.data ? <LiveNumber value={stats.data.totalCitizens} /> : <span aria-hidden="true">···</span>}</dd>
      </div>
      <div>
        <dt>Seats filled</dt>
        <dd>{stats.data ? `${stats.data.seatsFilled}/${stats.data.seats}` : <span aria-hidden="true">···</span>}</dd>
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
            <span aria-hidden="true">···</span>
          )}
        </dd>
      </div>
    </dl>
  )
}

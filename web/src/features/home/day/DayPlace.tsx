import { useSession } from '../../../lib/session/session'
import { ErrorState, LineWork, Skeleton, Text } from '../../../ui'
import { NewsTicker } from '../../broadcasts'
import { useDay } from '../../participation'
import { useLazily } from '../use-lazily'
import classes from './Day.module.css'
import { DayLoading } from './DayLoading'
import { loadDay } from './load-day'

const loadWaits = () => loadDay().then(({ DayWaits }) => ({ default: DayWaits }))
const loadBeside = () => loadDay().then(({ DayBeside }) => ({ default: DayBeside }))

/**
 * How the home page begins for citizens: with their day. The served page holds it in waiting: a browser that has a session shows it
 * from the first paint on in place of the brochure (`public/first-paint.js`), so that nothing moves when the citizen is known.
 */
export function DayPlace() {
  const { status, user } = useSession()
  const known = status === 'signed-in'
  // Asked for while the code is under way.
  const day = useDay()
  const isFailed = day.error !== null && !day.data
  const isRead = day.data !== undefined || day.error !== null
  const { Part: Waits, failed, again } = useLazily(loadWaits, known)
  const { Part: Beside } = useLazily(loadBeside, known)
  return (
    <section className={classes.day} hidden={!known} data-day aria-labelledby="day">
      {known && <NewsTicker className={classes.ticker ?? ''} />}
      <div className={classes.inner} data-failed={failed || isFailed || undefined}>
        <header className={classes.greeting}>
          <LineWork seed="your day" className={classes.rosette} />
          <Text id="day" as="h1" tone="state" face="display" className={classes.title}>
            Welcome, {/* Until the citizen is known, the name that the browser remembers stands there. */}
            <span className={classes.name} data-awaited={!user || undefined}>
              {user?.username ?? ' '}
            </span>
          </Text>
        </header>
        {failed ? (
          <ErrorState title="Your day could not be loaded" onRetry={again}>
            Everything else on this page works. Check your connection, then try again.
          </ErrorState>
        ) : (
          <div className={classes.columns} data-waits={!isRead || undefined}>
            {Waits && known && isRead ? <Waits read={day} /> : <DayLoading />}
            {Beside && known ? (
              <Beside day={day.data} failed={isFailed} />
            ) : (
              <div className={classes.beside} aria-hidden="true">
                <Skeleton height="11.2rem" lines />
              </div>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

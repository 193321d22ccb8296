import { useSession } from '../../lib/session/session'
import { LineWork } from '../../ui'
import classes from './CallToAction.module.css'
import { HomeActions } from './HomeActions'
import home from './Home.module.css'

/** The last word of the page. */
export function CallToAction() {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return (
    <section className={home.section} aria-labelledby="join">
      <div className={classes.panel}>
        <LineWork seed="call to action" kind="band" className={classes.band} />
        <h2 id="join" className={classes.title}>
          Monday is yours to decide
        </h2>
        <p>
          {signedIn ? 'Read what the candidates promise' : 'Connect your account, read what the candidates promise'},
          and cast your ballots. It takes a minute.
        </p>
        <HomeActions />
      </div>
    </section>
  )
}

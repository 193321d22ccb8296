import { useSession } from '../../lib/session/session'
import { LineWork, Stack, Text } from '../../ui'
import classes from './CallToAction.module.css'
import { HomeActions } from './HomeActions'
import home from './Home.module.css'

/** The last word of the page. */
export function CallToAction() {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return (
    <Stack as="section" gap={5} className={home.far} aria-labelledby="join">
      <Stack gap={4} justify="start" stage className={classes.panel}>
        <LineWork seed="call to action" kind="band" className={classes.band} />
        <Text id="join" as="h2" tone="state" step={4} face="display" className={classes.title}>
          Monday is yours to decide
        </Text>
        <p>
          {signedIn ? 'Read what the candidates promise' : 'Sign in, read what the candidates promise'}, and cast your
          ballots. It takes a minute.
        </p>
        <HomeActions />
      </Stack>
    </Stack>
  )
}

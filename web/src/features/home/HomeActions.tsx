import type { EarlyControl } from '../../lib/early-control'
import { useBuilt } from '../../lib/built'
import { signIn, useSession } from '../../lib/session/session'
import { Button, ButtonLink, Row } from '../../ui'

/** What to do first: for citizens and for visitors (requirements 1.2). */
export function HomeActions() {
  const isBuilt = useBuilt()
  const signedIn = useSession((state) => state.status === 'signed-in')
  return (
    <Row gap={3} fills>
      {signedIn ? (
        isBuilt('/elections') && (
          <>
            <ButtonLink to="/elections" size="lg">
              View Elections
            </ButtonLink>
            <ButtonLink to={isBuilt('/vote') ? '/vote' : '/elections#candidates-title'} size="lg" variant="default">
              Start Voting
            </ButtonLink>
          </>
        )
      ) : (
        <>
          <Button size="lg" data-early={'sign-in' satisfies EarlyControl} onClick={() => signIn('/elections')}>
            Connect with Twitter
          </Button>
          <Button component="a" href="#how" size="lg" variant="default">
            Learn More
          </Button>
        </>
      )}
    </Row>
  )
}

import type { EarlyControl } from '../../lib/early-control'
import { useBuilt } from '../../lib/built'
import { signIn, useSession } from '../../lib/session/session'
import { Button, ButtonLink, Row } from '../../ui'

/** What to do first: for citizens and for visitors (requirements 1.2). */
export function HomeActions() {
  const isBuilt = useBuilt()
  const elections = isBuilt('/elections')
  const voting = isBuilt('/vote') ? '/vote' : elections ? '/elections#candidates-title' : null
  const signedIn = useSession((state) => state.status === 'signed-in')
  if (signedIn && voting === null) return null
  return (
    <Row gap={3} fills>
      {signedIn ? (
        <>
          {elections && (
            <ButtonLink to="/elections" size="lg">
              View Elections
            </ButtonLink>
          )}
          {voting !== null && (
            <ButtonLink to={voting} size="lg" variant={elections ? 'default' : 'filled'}>
              Start Voting
            </ButtonLink>
          )}
        </>
      ) : (
        <>
          <Button
            size="lg"
            data-early={'sign-in' satisfies EarlyControl}
            onClick={() => signIn(elections ? '/elections' : '/')}
          >
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

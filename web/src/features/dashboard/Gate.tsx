import { useEffect, useRef } from 'react'
import { useFeatures } from '../../lib/feature-flags'
import screen from '../../ui/whole-screen.module.css'
import { ButtonLink, Instant, LineWork, Panel, Seal, Row, take, Text } from '../../ui'
import { useCall } from '../../lib/query/query'
import { howYoursEnded } from '../government'
import classes from './Gate.module.css'

/** While it is looked up who is there. */
export function Verifying() {
  return (
    <div className={screen.screen} role="status">
      <Seal className={classes.waiting} />
      <Text step={1} face="label">
        Verifying access...
      </Text>
    </div>
  )
}

/** Why a former official is not let in any more: which office ended, when, and how. */
function EndedTerm() {
  const { data } = useCall('government.my-term', {})
  const term = data?.term
  if (!term || term.endedAt === null) return null
  return (
    <Panel as="section" edge="left" pad={4} gap={1} role="status" aria-label="Your last office">
      <Text strong>Your term as {term.title} has ended.</Text>
      <Text tone="soft">
        {howYoursEnded(term)} It lasted until <Instant at={term.endedAt} />. A paid office is paid for that time.
      </Text>
    </Panel>
  )
}

/**
 * For citizens who hold no office.
 * @param lost whether the dashboard was open until now: what had the focus is gone, and the page may be scrolled far down
 */
export function Restricted({ lost }: { lost: boolean }) {
  const { elections } = useFeatures()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (lost && heading.current) take(heading.current)
  }, [lost])
  return (
    <div className={screen.screen}>
      <LineWork seed="the cabinet room" className={screen.ground} />
      <Seal fine className={screen.wallSeal} />
      <h1 ref={heading}>Government Access Restricted</h1>
      <EndedTerm />
      <p>This room is for those who hold an office, and for administrators. Offices are won in the weekly election.</p>
      <Row gap={3} justify="center" fills>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {elections && (
          <ButtonLink to="/elections" variant="default">
            See the election
          </ButtonLink>
        )}
      </Row>
    </div>
  )
}

import { Link } from 'react-router-dom'
import { Instant, Panel, Text } from '../../../ui'
import type { Candidate } from '../shared/types'

/** Who ended a candidacy that its candidate did not withdraw, and why: voters find the page that they knew, and what became of it. */
export function Removed({ candidate: { removed, positionTitle } }: { candidate: Candidate }) {
  if (removed === null) return null
  return (
    <Panel as="section" gap={2} pad={5} edge="top" aria-labelledby="removed">
      <Text as="h2" id="removed" step={1} face="title">
        This candidacy was removed
      </Text>
      <Text wide breaks>
        {removed.byName}, an administrator, removed it on <Instant at={removed.at} />
        {removed.reason === null ? '.' : ` because: “${removed.reason}”`}
      </Text>
      <Text tone="soft" step={-1}>
        Votes for {positionTitle} that were cast for it do not count. <Link to="/gazette">The gazette</Link> tells of
        it.
      </Text>
    </Panel>
  )
}

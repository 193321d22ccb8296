import type { OwnProfile } from '../../../lib/session/session'
import { RelativeTime, dateInWords } from '../../../ui'
import { Fact, Facts, Panel } from './Panel'

/** Since when, and when last. */
export function DatesPanel({ user }: { user: OwnProfile }) {
  return (
    <Panel title="Dates">
      <Facts>
        <Fact name="Citizen since">{dateInWords(user.joinedAt)}</Fact>
        <Fact name="X account made">{dateInWords(user.twitterAccountCreatedAt)}</Fact>
        <Fact name="Last sign-in">{user.lastLogin === null ? 'Now' : <RelativeTime at={user.lastLogin} />}</Fact>
        <Fact name="Last active">{user.lastActive === null ? 'Now' : <RelativeTime at={user.lastActive} />}</Fact>
      </Facts>
    </Panel>
  )
}

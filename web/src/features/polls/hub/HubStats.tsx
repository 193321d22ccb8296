import { compactAmount, exactAmount } from '@nation/domain/formats'
import { useCall } from '../../../lib/query/query'
import type { OwnProfile } from '../../../lib/session/session'
import { Skeleton, LiveNumber, NotKnown, RelativeTime, StatCard, StatRow } from '../../../ui'
import type { PollTab } from '../types'
import { usePolls } from '../use-polls'

/** Polls in the tab, one's own $ON balance, and one's votes so far (requirements 1.2). */
export function HubStats({ tab, user }: { tab: PollTab; user: OwnProfile }) {
  const polls = usePolls(tab)
  const status = useCall('vote-hub.check-vote-status', {})
  const total = polls.data?.pages[0]?.total
  const young = status.data?.reasons[0]
  return (
    <StatRow label="The Vote Hub in figures">
      <StatCard
        label={tab === 'active' ? 'Active Polls' : 'Archived Polls'}
        note={tab === 'active' ? 'Open for your vote' : 'Closed'}
      >
        <Figure value={total} failed={polls.isError} />
      </StatCard>
      <StatCard label="Your Balance" note="Poll votes all weigh the same">
        {user.balanceKnown ? (
          <span title={`${exactAmount(BigInt(user.tokenBalanceUnits))} $ON`}>
            {compactAmount(user.tokenBalance)}&nbsp;$ON
          </span>
        ) : (
          <NotKnown />
        )}
      </StatCard>
      <StatCard label="Votes Cast" note={young ? young.message : <NextQuestion page={polls.data?.pages[0]} />}>
        <Figure value={status.data?.votesCast} failed={status.isError} />
      </StatCard>
    </StatRow>
  )
}

/** A figure; nothing comes any more where it could not be read. */
function Figure({ value, failed }: { value: number | undefined; failed: boolean }) {
  if (value !== undefined) return <LiveNumber value={value} />
  return failed ? <NotKnown /> : <Skeleton width="3ch" height="1.25em" />
}

interface FirstPage {
  readonly polls: readonly { may: { vote: boolean }; createdAt: number }[]
  readonly nextCursor: string | null
}

function NextQuestion({ page }: { page: FirstPage | undefined }) {
  if (!page) return <>On polls</>
  const open = page.polls.filter(({ may }) => may.vote)
  const [newest] = open
  if (!newest) return <>On polls</>
  return (
    <>
      {open.length}
      {page.nextCursor === null ? '' : ' or more'} to answer, the newest <RelativeTime at={newest.createdAt} />
    </>
  )
}

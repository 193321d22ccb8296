import { errorTable } from '@nation/domain/errors'
import { can } from '@nation/domain/permissions'
import { electedRoles, officeTitle } from '@nation/domain/elections'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { useSession, type OwnProfile } from '../../../lib/session/session'
import { ErrorState, Loading, Skeleton, Stack, Text } from '../../../ui'
import { seatsOf, type Member, type Seat } from '../../government'
import classes from './Hierarchy.module.css'
import { Slot, SlotSkeleton } from './Slot'

const REFRESH = 60_000
const justice = 'justiceMinister'

/** The dashboard's Hierarchy (requirements 2.2): who holds which office, and the means to change it for those who may. */
export function HierarchyTab() {
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall('members.get-government', {}, { every: live ? false : REFRESH })
  if (data) return <Chart members={data.members} />
  if (error) {
    return (
      <ErrorState title="The hierarchy could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return <ChartSkeleton />
}

/** The tiers of the chart: how many seats each has. */
const tiers = [
  { label: 'Head of state', from: 0, to: 1 },
  { label: 'Executive', from: 1, to: 3 },
  { label: 'Ministers', from: 3, to: electedRoles.length },
] as const

/** Whether the reader may fill the office that is appointed, and sees it while it is vacant (ruling: justice minister). */
const fillsJustice = (user: OwnProfile | null): boolean => can(user, 'members.appoint', { office: justice })

function Chart({ members }: { members: readonly Member[] }) {
  const user = useSession((state) => state.user)
  const { elected, appointed } = seatsOf(members)
  const filled = elected.filter((seat) => seat.member).length
  const held = appointed.find((seat) => seat.role === justice)
  return (
    <Stack gap={5}>
      <ChartHead>
        {filled} of {electedRoles.length} elected seats are filled. {guidance(user)}
      </ChartHead>
      <div className={classes.chart}>
        {tiers.map(({ label, from, to }) => (
          <Tier key={label} label={label} seats={elected.slice(from, to)} />
        ))}
      </div>
      {(held !== undefined || fillsJustice(user)) && (
        <Appointed>
          <Slot {...(held ?? { role: justice, member: undefined })} />
        </Appointed>
      )}
    </Stack>
  )
}

/** The office that is below the chart, since it has no election. */
const Appointed = ({ children }: { children: ReactNode }) => (
  <Stack as="section" gap={3} aria-labelledby="appointed-office">
    <Text as="h2" step={1} id="appointed-office">
      Appointed, never elected
    </Text>
    <div className={classes.apart}>{children}</div>
  </Stack>
)

/** The chart's heading, which is there before the chart is. */
const ChartHead = ({ children }: { children: ReactNode }) => (
  <Stack gap={1}>
    <Text as="h2" step={2}>
      Cabinet
    </Text>
    <Text as="div" tone="soft" step={-1}>
      {children}
    </Text>
  </Stack>
)

/** What the reader may do here. The president cannot be removed here (requirements 2.2): administrators do so in the panel. */
function guidance(user: Parameters<typeof can>[0]): ReactNode {
  const president = `the ${officeTitle('president')}’s`
  if (can(user, 'members.appoint', { office: 'president' })) {
    return (
      <>
        You may fill every seat, and vacate every seat but {president}; a President is removed in{' '}
        <Link to="/admin?tab=members">the panel’s Members</Link>.
      </>
    )
  }
  if (can(user, 'members.appoint', { office: 'secretary' })) {
    return `You may fill and vacate every seat but ${president}.`
  }
  return errorTable.president_only[1]
}

function Tier({ label, seats }: { label: string; seats: readonly Seat[] }) {
  return (
    <ul className={classes.tier} aria-label={label} data-seats={seats.length}>
      {seats.map((seat) => (
        <li key={seat.role} className={classes.place}>
          <Slot {...seat} />
        </li>
      ))}
    </ul>
  )
}

/** The seats in the order of the chart, before it is known who holds them. */
const noSeats = seatsOf([]).elected

function ChartSkeleton() {
  const user = useSession((state) => state.user)
  return (
    <Stack gap={5}>
      {/* What the reader may do is known already: only how many seats are filled is not. */}
      <ChartHead>
        <Skeleton width="13.5rem" className={classes.waitingCount} /> {guidance(user)}
      </ChartHead>
      <Loading label="Loading the hierarchy" className={classes.chart}>
        {tiers.map(({ label, from, to }) => (
          <div key={label} className={classes.tier} data-seats={to - from}>
            {noSeats.slice(from, to).map(({ role }) => (
              <div key={role} className={classes.place}>
                <SlotSkeleton role={role} />
              </div>
            ))}
          </div>
        ))}
      </Loading>
      {fillsJustice(user) && (
        <Appointed>
          <SlotSkeleton role={justice} />
        </Appointed>
      )}
    </Stack>
  )
}

import { can } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useSession } from '../../../lib/session/session'
import { Button, CitizenAvatar, OfficeBadge, officeStyle, Panel, Row, Skeleton, Stack, Text } from '../../../ui'
import { PageLink } from '../../citizens'
import { officePath, officialPath, howTheyCame, type Member, type Seat } from '../../government'
import classes from './Hierarchy.module.css'
import { AppointButton } from './AppointButton'
import { slotId, useSeats } from './use-seats'

/** A seat has the edge of its office, and the height of its row. */
const frameOf = (role: Seat['role']) =>
  ({ ...officeStyle(role), '--tone': 'var(--office)', height: '100%' }) as React.CSSProperties

/** One office: who holds it and how they came to it, or that it is vacant, and what the reader may do about it. */
export function Slot({ role, member }: Seat) {
  const title = officeTitle(role)
  return (
    <Panel
      as="article"
      id={slotId(role)}
      tabIndex={-1}
      edge="top"
      gap={3}
      pad={4}
      top
      raised={member !== undefined}
      className={classes.slot}
      style={frameOf(role)}
      aria-label={title}
    >
      <Row gap={2} align="center" justify="between">
        <OfficeBadge role={role} title={title} />
        {member && <Actions role={role} member={member} />}
      </Row>
      {member ? <Holder role={role} member={member} /> : <Vacant role={role} />}
      {!member && <Actions role={role} member={member} />}
    </Panel>
  )
}

/** A seat while its holder is read: its frame, and where their portrait and words will stand. */
export function SlotSkeleton({ role }: Pick<Seat, 'role'>) {
  const mayRemove = useMayRemove(role)
  return (
    <Panel edge="top" gap={3} pad={4} top raised className={classes.slot} style={frameOf(role)}>
      <Row gap={2} align="center" justify="between">
        <OfficeBadge role={role} title={officeTitle(role)} />
        {mayRemove && <Skeleton width="4.5rem" height="1.9rem" />}
      </Row>
      <Row nowrap gap={3} align="center">
        <Skeleton width={52} height={52} round />
        <Stack gap={1}>
          <Skeleton width="9rem" height="1.6rem" />
          <Skeleton width="11rem" height="2.9rem" lines />
          <Skeleton width="5rem" height="1.5rem" className={classes.lastLine} />
        </Stack>
      </Row>
    </Panel>
  )
}

/** The way to everybody who held an office. */
const AllHolders = ({ role }: Pick<Seat, 'role'>) => (
  <Link to={officePath(role)} className={classes.link} aria-label={`All who held the office: ${officeTitle(role)}`}>
    All holders
  </Link>
)

function Holder({ role, member }: { role: Seat['role']; member: Member }) {
  return (
    <Row nowrap gap={3} align="center">
      <CitizenAvatar id={member.uid} name={member.username} picture={member.profilePicture} size={52} />
      <Stack gap={1}>
        <Text as="h3" step={1} face="title" breaks>
          <Link to={officialPath(member.uid)} className={classes.link}>
            {member.username}
          </Link>
        </Text>
        <Text as="div" tone="faint" step={-1} figures className={classes.facts}>
          <span className={classes.how}>{howTheyCame(member.term)}</span>{' '}
          <span className={classes.ways}>
            <AllHolders role={role} />
            {member.pageNumber !== null && (
              <span className={classes.link}>
                <PageLink name={member.username} number={member.pageNumber} />
              </span>
            )}
          </span>
        </Text>
      </Stack>
    </Row>
  )
}

function Vacant({ role }: Pick<Seat, 'role'>) {
  return (
    <Row nowrap gap={3} align="center">
      <span className={classes.empty} aria-hidden="true" />
      <Stack gap={1}>
        <Text as="h3" tone="faint" step={1} face="title">
          Vacant
        </Text>
        <Text as="span" step={-1}>
          <AllHolders role={role} />
        </Text>
      </Stack>
    </Row>
  )
}

/** Whether the reader may vacate a seat. The button to remove the president is never offered (requirements 2.2). */
function useMayRemove(role: Seat['role']): boolean {
  const user = useSession((state) => state.user)
  return role !== 'president' && can(user, 'members.remove', { office: role })
}

/** What the reader may do about a seat. */
function Actions({ role, member }: Seat) {
  const user = useSession((state) => state.user)
  const { remove, resign, busy } = useSeats(role)
  const mayRemove = useMayRemove(role)
  const isOwn = member !== undefined && member.uid === user?.uid
  if (isOwn) {
    return (
      <Button variant="default" size="xs" loading={busy} onClick={() => void resign()}>
        Resign
      </Button>
    )
  }
  if (!member) return can(user, 'members.appoint', { office: role }) ? <AppointButton office={role} /> : null
  if (!mayRemove) return null
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      aria-label={`Remove ${member.username} from ${officeTitle(role)}`}
      onClick={() => void remove(member)}
    >
      Remove
    </Button>
  )
}

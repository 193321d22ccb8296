import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { governmentRoles, isAdministrator, type GovernmentRole } from '@nation/domain/permissions'
import {
  cardAmount,
  citizenNumber,
  dateInWords,
  exactAmount,
  followersInWords,
  shortAddress,
} from '@nation/domain/formats'
import { officeTitle } from '@nation/domain/elections'
import { useState } from 'react'
import { Badge, Button, CitizenAvatar, classNames, OfficeBadge, RelativeTime, Row, Text } from '../../../ui'
import { Switch } from '../../../ui/kit/Switch'
import classes from './MemberRow.module.css'
import { useRoles, type ManagedUser } from './use-roles'

const offices = [
  { value: 'citizen', label: 'Citizen' },
  ...governmentRoles.map((role) => ({ value: role, label: officeTitle(role) })),
]

/** The names of the columns, at a desk. What each row holds is named in the row itself, too. `withoutActive`: it is not known when. */
export function MemberColumns({ withoutActive = false }: { withoutActive?: boolean }) {
  return (
    <div
      className={classNames(classes.row, classes.columns)}
      data-without-active={withoutActive || undefined}
      aria-hidden="true"
    >
      <span className={classes.first}>Member</span>
      <span className={classes.number}>Followers</span>
      <span className={classes.number}>Balance</span>
      {!withoutActive && <span className={classes.active}>Active</span>}
      <span className={classes.officeHead}>Office</span>
      <span>Moderator</span>
      <span>Administrator</span>
    </div>
  )
}

/** One member: who they are, what they hold, and their roles to give and to take away. On a phone a line that unfolds. */
export function MemberRow({ user, withoutActive = false }: { user: ManagedUser; withoutActive?: boolean }) {
  const { appoint, setRight, busy } = useRoles(user)
  const [open, setOpen] = useState(false)
  return (
    <div
      className={classes.row}
      data-open={open || undefined}
      data-without-active={withoutActive || undefined}
      aria-busy={busy || undefined}
    >
      <CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={36} />
      <Person user={user} />
      <Button
        variant="default"
        size="sm"
        className={classes.unfold}
        aria-expanded={open}
        aria-label={`Manage ${user.username}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Close' : 'Manage'}
      </Button>
      <span className={classes.number}>
        {followersInWords(user.twitterFollowers)}
        <span className={classes.unit}>{user.twitterFollowers === 1 ? ' follower' : ' followers'}</span>
      </span>
      <span className={classes.number} title={`${exactAmount(BigInt(user.tokenBalanceUnits))} $ON`}>
        {cardAmount(user.tokenBalance)}
        <span className={classes.unit}> $ON</span>
        <Text as="small" tone="faint" step={-2} title={user.walletAddress ?? undefined} className={classes.wallet}>
          {user.walletAddress === null ? 'no wallet' : `wallet ${shortAddress(user.walletAddress)}`}
        </Text>
      </span>
      {!withoutActive && (
        <span className={classes.active}>
          {user.lastActive === null ? (
            '–'
          ) : (
            <>
              <span className={classes.unit}>active </span>
              <RelativeTime at={user.lastActive} />
            </>
          )}
        </span>
      )}
      <NativeSelect
        size="xs"
        aria-label={`Office of ${user.username}`}
        value={user.governmentRole ?? 'citizen'}
        aria-disabled={busy}
        data={offices}
        className={classes.office}
        onChange={({ currentTarget: { value } }) => !busy && void appoint(value as GovernmentRole | 'citizen')}
      />
      {rights.map(({ right, label }) => (
        <div key={right} className={classes.right}>
          <Switch
            label={label}
            name={`${label}: ${user.username}`}
            on={user[right]}
            busy={busy}
            set={(on) => void setRight(right, on)}
            labelClass={classes.rightLabel}
          />
        </div>
      ))}
    </div>
  )
}

const rights = [
  { right: 'isModerator', label: 'Moderator' },
  { right: 'isAdmin', label: 'Administrator' },
] as const

/** Who a member is, on two lines: the name with what they are, and the handle with their number. */
function Person({ user }: { user: ManagedUser }) {
  return (
    <div className={classes.person}>
      <Row gap={[0, 2]} align="center" className={classes.who}>
        <Text as="h3" step={-1} className={classes.name}>
          {user.username}
        </Text>
        {isAdministrator(user) && <Badge tone="state">{user.isSuperAdmin ? 'Super admin' : 'Administrator'}</Badge>}
        {user.isModerator && <Badge tone="state">Moderator</Badge>}
        {user.isCandidate && <Badge tone="state">Candidate</Badge>}
        {user.governmentRole && <OfficeBadge role={user.governmentRole} title={officeTitle(user.governmentRole)} />}
      </Row>
      <Text tone="faint" step={-2} figures className={classes.name}>
        @{user.twitterUsername}
        {user.governmentRole === null && !user.isCandidate && <span className={classes.plain}> · Citizen</span>}
        <span className={classes.since}>
          {' '}
          · citizen {citizenNumber(user.uid)} · since {dateInWords(user.joinedAt)}
        </span>
      </Text>
    </div>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { governmentRoles } from '@nation/domain/citizens'
import type { GovernmentRole } from '@nation/domain/citizens'
import {
  cardAmount,
  citizenNumber,
  dateInWords,
  exactAmount,
  followersInWords,
  shortAddress,
} from '@nation/domain/formats'
import { officeTitle } from '@nation/domain/elections'
import { CitizenAvatar, OfficeBadge, RelativeTime, Stack, Text, Row } from '../../../ui'
import { Switch } from '../../../ui/kit/Switch'
import classes from './MemberRow.module.css'
import { useRoles } from './use-roles'
import type { ManagedUser } from './use-roles'

const offices = [
  { value: 'citizen', label: 'Citizen' },
  ...governmentRoles.map((role) => ({ value: role, label: officeTitle(role) })),
]

/** One member: who they are, what they hold, and their roles to give and to take away. */
export function MemberRow({ user }: { user: ManagedUser }) {
  const { appoint, setRight, busy } = useRoles(user)
  const admin = user.isAdmin || user.isSuperAdmin
  return (
    <li className={classes.row} aria-busy={busy || undefined}>
      <CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={52} />
      <Stack gap={1} className={classes.person}>
        <Text as="h3" step={0} breaks>
          {user.username}{' '}
          <Text as="span" tone="faint" step={-1} className={classes.handle}>
            @{user.twitterUsername}
          </Text>
        </Text>
        <Row as="p" gap={2} className={classes.badges}>
          {user.isSuperAdmin && (
            <Text as="span" tone="state" step={-2} face="label" className={classes.badge}>
              Super admin
            </Text>
          )}
          {admin && !user.isSuperAdmin && (
            <Text as="span" tone="state" step={-2} face="label" className={classes.badge}>
              Administrator
            </Text>
          )}
          {user.isModerator && (
            <Text as="span" tone="state" step={-2} face="label" className={classes.badge}>
              Moderator
            </Text>
          )}
          {user.isCandidate && (
            <Text as="span" tone="state" step={-2} face="label" className={classes.badge}>
              Candidate
            </Text>
          )}
          {user.governmentRole && <OfficeBadge role={user.governmentRole} title={officeTitle(user.governmentRole)} />}
        </Row>
        <Row as="p" gap={[0, 4]} tone="faint" step={-1} figures>
          <Text as="span" face="document">
            {citizenNumber(user.uid)}
          </Text>
          <span>{followersInWords(user.twitterFollowers)} followers</span>
          <span title={`${exactAmount(BigInt(user.tokenBalanceUnits))} $ON`}>{cardAmount(user.tokenBalance)} $ON</span>
          <span title={user.walletAddress ?? undefined}>
            {user.walletAddress === null ? 'no wallet' : shortAddress(user.walletAddress)}
          </span>
          <span>since {dateInWords(user.joinedAt)}</span>
          {user.lastActive !== null && (
            <span>
              active <RelativeTime at={user.lastActive} />
            </span>
          )}
        </Row>
      </Stack>
      <Row gap={[3, 5]} align="center" className={classes.roles}>
        <NativeSelect
          aria-label={`Office of ${user.username}`}
          value={user.governmentRole ?? 'citizen'}
          disabled={busy}
          data={offices}
          onChange={(event) => void appoint(event.currentTarget.value as GovernmentRole | 'citizen')}
        />
        <Right
          label="Moderator"
          of={user.username}
          on={user.isModerator}
          busy={busy}
          set={(on) => setRight('isModerator', on)}
        />
        <Right
          label="Administrator"
          of={user.username}
          on={user.isAdmin}
          busy={busy}
          set={(on) => setRight('isAdmin', on)}
        />
      </Row>
    </li>
  )
}

interface RightProps {
  label: string
  of: string
  on: boolean
  busy: boolean
  set: (on: boolean) => Promise<void>
}

/** One right as a switch. It moves when the nation has said yes. */
function Right({ label, of, on, busy, set }: RightProps) {
  return <Switch label={label} name={`${label}: ${of}`} on={on} busy={busy} set={(now) => void set(now)} />
}

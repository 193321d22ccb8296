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
import { CitizenAvatar, OfficeBadge, RelativeTime } from '../../../ui'
import classes from './MemberRow.module.css'
import { useRoles } from './use-roles'
import type { ManagedUser } from './use-roles'

/** One member: who they are, what they hold, and their roles to give and to take away. */
export function MemberRow({ user }: { user: ManagedUser }) {
  const { appoint, setRight, busy } = useRoles(user)
  const admin = user.isAdmin || user.isSuperAdmin
  return (
    <li className={classes.row} aria-busy={busy || undefined}>
      <CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={52} />
      <div className={classes.person}>
        <h3 className={classes.name}>
          {user.username} <span className={classes.handle}>@{user.twitterUsername}</span>
        </h3>
        <p className={classes.badges}>
          {user.isSuperAdmin && <span className={classes.badge}>Super admin</span>}
          {admin && !user.isSuperAdmin && <span className={classes.badge}>Administrator</span>}
          {user.isModerator && <span className={classes.badge}>Moderator</span>}
          {user.isCandidate && <span className={classes.badge}>Candidate</span>}
          {user.governmentRole && <OfficeBadge role={user.governmentRole} title={officeTitle(user.governmentRole)} />}
        </p>
        <p className={classes.facts}>
          <span className={classes.number}>{citizenNumber(user.uid)}</span>
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
        </p>
      </div>
      <div className={classes.roles}>
        <label className={classes.office}>
          <span>Office of {user.username}</span>
          <select
            value={user.governmentRole ?? 'citizen'}
            disabled={busy}
            onChange={(event) => void appoint(event.currentTarget.value as GovernmentRole | 'citizen')}
          >
            <option value="citizen">Citizen</option>
            {governmentRoles.map((role) => (
              <option key={role} value={role}>
                {officeTitle(role)}
              </option>
            ))}
          </select>
        </label>
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
      </div>
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
  return (
    <label className={classes.right}>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${label}: ${of}`}
        checked={on}
        disabled={busy}
        onChange={() => void set(!on)}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  )
}

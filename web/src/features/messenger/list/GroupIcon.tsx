import type { MessengerGroup } from '@nation/domain/permissions'
import { IconBuildingBank, IconShieldLock, IconStars, IconUsersGroup } from '@tabler/icons-react'
import classes from './ChatList.module.css'

const icons = {
  citizens: IconUsersGroup,
  admins: IconShieldLock,
  executives: IconStars,
  government: IconBuildingBank,
} as const satisfies Record<MessengerGroup, unknown>

/** The sign of a group, as large as a portrait. */
export function GroupIcon({ group }: { group: MessengerGroup }) {
  const Icon = icons[group]
  return (
    <span className={classes.icon} aria-hidden="true">
      <Icon size={22} stroke={1.75} />
    </span>
  )
}

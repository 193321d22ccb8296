import type { GovernmentRole } from '@nation/domain/citizens'
import type { CSSProperties } from 'react'
import classes from './OfficeBadge.module.css'
import { officeLooks } from './offices'

/** The office's hue as the custom property `--office`, for a card, a seat or a ballot. */
export const officeStyle = (role: GovernmentRole): CSSProperties =>
  ({ '--office': officeLooks[role].hue }) as CSSProperties

/** An office by its denomination: numeral, hue and title. */
export function OfficeBadge({ role, title }: { role: GovernmentRole; title: string }) {
  return (
    <span className={classes.badge} style={officeStyle(role)}>
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </span>
      {title}
    </span>
  )
}

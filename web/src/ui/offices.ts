import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import { officeNumeral } from '@nation/domain/elections'
import type { CSSProperties } from 'react'

/** How an office looks: its hue (a token), and the numeral that tells it apart without colour. */
export interface OfficeLook {
  readonly hue: string
  /** As denominations are numbered: from the president's 1; the appointed office bears A. */
  readonly numeral: string
}

/** The look of each office, by role. */
export const officeLooks = Object.fromEntries(
  governmentRoles.map((role) => [role, { hue: `var(--office-${role})`, numeral: officeNumeral(role) }]),
) as Readonly<Record<GovernmentRole, OfficeLook>>

/** The state's own hue as `--office`, where no office is known yet. */
export const stateStyle = { '--office': 'var(--state)' } as CSSProperties

/** The office's hue as the custom property `--office`, for a card, a seat or a ballot. */
export const officeStyle = (role: GovernmentRole): CSSProperties =>
  ({ '--office': officeLooks[role].hue }) as CSSProperties

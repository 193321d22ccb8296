import type { GovernmentRole } from '@nation/domain/permissions'
import type { ReactNode } from 'react'
import { Text } from './parts/parts'
import classes from './Badge.module.css'
import { officeLooks, officeStyle } from './offices'

interface Props {
  children: ReactNode
  /** What it says by its colour; never by its colour alone. */
  tone?: 'plain' | 'state' | 'success' | 'warning' | 'danger'
}

/** A short status: one or two words. */
export function Badge({ children, tone = 'plain' }: Props) {
  return (
    <Text as="span" step={-2} face="label" className={classes.badge} data-tone={tone}>
      {children}
    </Text>
  )
}

/** What a citizen is in the nation: Administrator, a role's title, Eligible Candidate, or Citizen. */
export function RoleBadge({ title, role = null }: { title: string; role?: GovernmentRole | null }) {
  return (
    <Text
      as="span"
      step={-2}
      face="label"
      className={classes.badge}
      data-tone={role ? 'office' : 'state'}
      style={role ? officeStyle(role) : undefined}
    >
      {title}
    </Text>
  )
}

/** An office by its denomination: numeral, hue and title. */
export function OfficeBadge({ role, title }: { role: GovernmentRole; title: string }) {
  return (
    <Text as="span" step={-2} face="label" className={classes.badge} data-tone="office" style={officeStyle(role)}>
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </span>
      {title}
    </Text>
  )
}

/** Says that something is in force now, with a light that is more than its colour: it has a name. */
export function ActiveBadge({ children = 'Active' }: { children?: ReactNode }) {
  return (
    <Text as="span" step={-2} face="label" className={classes.badge} data-tone="success">
      <span className={classes.light} aria-hidden="true" />
      {children}
    </Text>
  )
}

/** A candidate whose wallet holds what the nation asks of its holders. */
export function VerifiedHolder() {
  return (
    <Text as="span" step={-2} face="label" className={classes.badge} data-tone="state">
      <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true" fill="none">
        <path
          d="M12 1.8l2.6 2 3.3-.2.9 3.2 2.7 1.9-1.2 3.1 1.2 3.1-2.7 1.9-.9 3.2-3.3-.2-2.6 2-2.6-2-3.3.2-.9-3.2-2.7-1.9 1.2-3.1-1.2-3.1 2.7-1.9.9-3.2 3.3.2z"
          fill="currentColor"
        />
        <path d="M8 12l2.8 2.8L16 9.4" stroke="var(--surface)" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
      Verified holder
    </Text>
  )
}

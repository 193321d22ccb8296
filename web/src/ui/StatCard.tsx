import { Columns, Text } from './parts/parts'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import classes from './StatCard.module.css'

interface Props {
  label: string
  children: ReactNode
  /** A line below the figure. */
  note?: ReactNode
  /** Where the figure asks an administrator to act. */
  alarming?: boolean
}

/** One figure with its name, as a term and its value. Put several inside `StatRow`. */
export function StatCard({ label, children, note, alarming = false }: Props) {
  return (
    <div className={classes.card} data-alarming={alarming || undefined}>
      <Text as="dt" tone="faint" step={-1}>
        {label}
      </Text>
      <Text
        as="dd"
        step={3}
        {...(alarming && { tone: 'danger' as const })}
        face="title"
        figures
        className={classes.value}
      >
        {children}
      </Text>
      {note !== undefined && (
        <Text as="dd" tone="faint" step={-1} className={classes.note}>
          {note}
        </Text>
      )}
    </div>
  )
}

/**
 * Figures in a row, or in several where the cards are wider: sums of money need `14rem`. On a phone each has a line, but four that are
 * short stand two by two.
 */
export function StatRow({
  children,
  label,
  narrowest = '11rem',
}: {
  children: ReactNode
  label?: string
  narrowest?: '11rem' | '14rem'
}) {
  return (
    <Columns
      as="dl"
      narrowest={narrowest}
      className={classNames(classes.row, narrowest === '11rem' && classes.short)}
      aria-label={label}
    >
      {children}
    </Columns>
  )
}

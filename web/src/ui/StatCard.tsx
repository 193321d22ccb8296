import type { ReactNode } from 'react'
import classes from './StatCard.module.css'

interface Props {
  label: string
  children: ReactNode
  /** A line below the figure. */
  note?: ReactNode
}

/** One figure with its name, as a term and its value. Put several inside `StatRow`. */
export function StatCard({ label, children, note }: Props) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}

/** A row of figures, ruled like the foot of a document. */
export function StatRow({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <dl className={classes.row} aria-label={label}>
      {children}
    </dl>
  )
}

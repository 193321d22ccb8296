import type { ReactNode } from 'react'
import { LineWork } from './LineWork'
import classes from './states.module.css'

interface Props {
  title: string
  children?: ReactNode
  /** What to do next: buttons or links. */
  actions?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className={classes.state}>
      <LineWork seed={title} className={classes.ground} />
      <h2 className={classes.title}>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

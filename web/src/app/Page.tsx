import type { ReactNode } from 'react'
import { classNames } from '../ui'
import classes from './Page.module.css'

/** The column that a screen is set in. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return <div className={classNames(classes.page, narrow && classes.narrow)}>{children}</div>
}

/** The head of a screen: its title of state, a line of what it is, and what to do first. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {children !== undefined && <div className={classes.lead}>{children}</div>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

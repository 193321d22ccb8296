import { Link } from 'react-router-dom'
import classes from './tabs.module.css'
import { useTabBar } from './use-tab-bar'

interface Props {
  /** What the tabs are of. */
  label: string
  tabs: readonly {
    readonly id: string
    readonly label: string
    /** What it is called on a phone. */
    readonly shortLabel?: string
    readonly to: string
  }[]
  current: string
}

/** Tabs that have addresses of their own: a bar of links that looks as `Tabs` do. */
export function TabLinks({ label, tabs, current }: Props) {
  const bar = useTabBar<HTMLElement>(current, tabs.length)
  return (
    <nav ref={bar} className={classes.bar} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.id} to={tab.to} className={classes.tab} aria-current={tab.id === current ? 'page' : undefined}>
          <span className={tab.shortLabel === undefined ? undefined : classes.long}>{tab.label}</span>
          {tab.shortLabel !== undefined && <span className={classes.short}>{tab.shortLabel}</span>}
        </Link>
      ))}
    </nav>
  )
}

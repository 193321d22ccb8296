import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { Seal } from '../ui'
import { SessionButton } from '../features/citizens/SessionButton'
import classes from './Header.module.css'
import { headerItems } from './navigation'
import { SchemeSwitch } from './SchemeSwitch'

/** The header: the seal, where one can go, the colour scheme, and who one is. */
export function Header() {
  const { pathname } = useLocation()
  // Opened on this page: going to another closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label="Nation, home">
          <Seal className={classes.seal} />
          <span className={classes.word}>NATION</span>
        </Link>
        <nav id="navigation" aria-label="Main" className={classes.navigation} data-open={open || undefined}>
          {headerItems.map((item) => (
            <NavLink key={item.to} to={item.to} end={item.to === '/'} className={classes.link ?? ''}>
              {item.label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.tools}>
          <SchemeSwitch />
          <SessionButton />
          <button
            type="button"
            className={classes.menu}
            aria-expanded={open}
            aria-controls="navigation"
            aria-label="Menu"
            onClick={() => setOpenAt(open ? null : pathname)}
          >
            <span aria-hidden="true" />
          </button>
        </div>
      </div>
    </header>
  )
}

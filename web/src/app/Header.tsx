import { useEffect, useRef } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { NavLink } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { Seal, Row, Text } from '../ui'
import { SessionButton } from '../features/citizens'
import { WalletChip } from '../features/wallet'
import type { EarlyControl } from '../lib/early-control'
import classes from './Header.module.css'
import { Island } from './Island'
import { builtOf, headerItems } from './navigation'
import { SchemeSwitch } from './SchemeSwitch'
import { Unfolding } from './Unfolding'
import { isCurrentPage, useOpenOnPage } from './use-open-on-page'
import { useWaiting } from './use-waiting'
import { Waiting } from './Waiting'

/** The header: the seal, where one can go, what one holds, the colour scheme, and who one is. */
export function Header({ screens }: { screens: readonly RouteObject[] }) {
  const header = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { open, toggle, close } = useMenu(header)
  const waitingAt = useWaiting()
  const items = builtOf(headerItems, screens)
  const closeAndFocus = () => {
    close()
    button.current?.focus()
  }
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && open) closeAndFocus()
  }
  // What dims the page is the header's own. Gone before the click, it would leave the click to what lies below it.
  const closeByDimmed = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }
  // The page that one is on is below the menu already: nothing would be seen to happen.
  const closeByStaying = ({ target }: MouseEvent) => {
    if (open && isCurrentPage(target)) closeAndFocus()
  }
  // A dialog that one opens from the menu goes back to it.
  const closeByLeaving = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget instanceof Element && !relatedTarget.closest('[data-portal]')
    if (isElsewhere && !currentTarget.contains(relatedTarget)) close()
  }
  return (
    <header
      ref={header}
      className={classes.header}
      onKeyDown={closeByKey}
      onClick={closeByDimmed}
      onBlur={closeByLeaving}
    >
      <Row nowrap gap={6} className={classes.bar} onClick={closeByStaying}>
        <NavLink to="/" end className={classes.brand ?? ''} aria-label="Nation, home">
          <Seal className={classes.seal} />
          <Text as="span" face="display" className={classes.word}>
            NATION
          </Text>
        </NavLink>
        <div id="menu" className={classes.panel} data-open={open || undefined}>
          <Row aria-label="Main" as="nav" nowrap gap={5} className={classes.navigation}>
            {items.map((item) =>
              item.under ? (
                <Unfolding key={item.to} item={item} under={item.under} waitingAt={waitingAt} />
              ) : (
                <NavLink key={item.to} to={item.to} end={item.to === '/'} className={classes.link ?? ''}>
                  {item.label}
                  <Waiting count={waitingAt(item)} />
                </NavLink>
              ),
            )}
          </Row>
          <Row nowrap gap={2} align="center" className={classes.wallet}>
            <Island fallback={null}>
              <WalletChip />
            </Island>
          </Row>
        </div>
        <Row nowrap gap={2} align="center" className={classes.tools}>
          <SchemeSwitch />
          <Island>
            <SessionButton />
          </Island>
          <button
            ref={button}
            type="button"
            className={classes.menu}
            aria-expanded={open}
            aria-controls="menu"
            data-early={'menu' satisfies EarlyControl}
            onClick={toggle}
          >
            <span className={classes.lines} aria-hidden="true" />
            <span className="visually-hidden">Menu</span>
            {/* What the sheet says of its destinations, while it is closed. */}
            <Waiting count={items.reduce((sum, item) => sum + waitingAt(item), 0)} />
          </button>
        </Row>
      </Row>
    </header>
  )
}

/** The menu of small screens: closed by going somewhere, by Escape, by a press elsewhere, and by leaving it with the keyboard. */
function useMenu(header: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useOpenOnPage()
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: PointerEvent) => {
      if (!header.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [open, setOpen, header])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false) }
}

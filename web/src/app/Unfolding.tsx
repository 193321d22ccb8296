import { useId, useRef } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { NavLink } from 'react-router-dom'
import type { EarlyControl } from '../lib/early-control'
import classes from './Header.module.css'
import type { NavigationItem } from './navigation'
import { isCurrentPage, useOpenOnPage } from './use-open-on-page'
import { Waiting } from './Waiting'

interface Props {
  item: NavigationItem
  under: readonly NavigationItem[]
  /** How much waits for the citizen at a destination, and at those below it. */
  waitingAt: (item: NavigationItem) => number
}

/**
 * A destination of the header with others below it: a link, and a button that unfolds them. A mouse unfolds them by pointing, and
 * in the sheet of small screens they are always there. Citizens see how much waits for them.
 */
export function Unfolding({ item, under, waitingAt }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, toggle, ...closing } = useUnfolding(button)
  return (
    <div className={classes.unfolding} {...closing}>
      <NavLink to={item.to} className={classes.link ?? ''}>
        {item.label}
        <Waiting count={waitingAt({ ...item, under })} />
      </NavLink>
      <button
        ref={button}
        type="button"
        className={classes.unfold}
        aria-label="Ways to take part"
        aria-expanded={open}
        aria-controls={id}
        data-early={'unfold' satisfies EarlyControl}
        onClick={toggle}
      >
        <span aria-hidden="true" />
      </button>
      <ul id={id} className={classes.under} data-open={open || undefined}>
        {under.map((each) => (
          <li key={each.to}>
            <NavLink to={each.to} className={classes.way ?? ''}>
              {each.label}
              <Waiting count={waitingAt(each)} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isMouse = (event: object) => 'pointerType' in event && event.pointerType === 'mouse'

/** Folded by going somewhere, by Escape, and by leaving it with mouse or focus. */
function useUnfolding(button: RefObject<HTMLButtonElement | null>) {
  const [open, setOpen] = useOpenOnPage()
  return {
    open,
    // A mouse that presses the button has unfolded it by pointing.
    toggle: ({ nativeEvent }: MouseEvent) => setOpen(!open || isMouse(nativeEvent)),
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setOpen(true),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setOpen(false),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
    },
    onClick: ({ target }: MouseEvent) => {
      if (!open || !isCurrentPage(target)) return
      setOpen(false)
      button.current?.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return
      // The sheet of small screens stays: only what is innermost closes.
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    },
  }
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useUi } from '../lib/store/ui'
import { Button, ButtonLink, Seal, Stack, Row, Text } from '../ui'
import classes from './ConsentGate.module.css'
import type { EarlyControl } from '../lib/early-control'

/** The rules may be read before one enters. */
const OPEN_TO_ALL = '/rules'

/** Whether this browser's person still stands before the gate. */
export function useBeforeTheGate(): boolean {
  const accepted = useUi((state) => state.consentAccepted)
  return useLocation().pathname !== OPEN_TO_ALL && !accepted
}

/**
 * 'Entering Nation': shown until accepted (requirements 1.2). It is part of the served page, so that it is there
 * with the first paint; `public/first-paint.js` hides it for visitors who entered before.
 */
export function ConsentGate() {
  const sheet = useRef<HTMLDivElement>(null)
  const shown = useBeforeTheGate()
  // The attribute hides the gate until React has removed it: a visitor who enters early does not see it again.
  useLayoutEffect(() => {
    if (!shown) document.documentElement.removeAttribute('data-entered')
  }, [shown])
  /** Whether one has left the gate here, by a button that went with it. */
  const left = useRef(false)
  useEffect(() => {
    // What is behind the gate can be reached again by now.
    if (!shown && left.current) document.getElementById('main')?.focus({ preventScroll: true })
  }, [shown])
  useEffect(() => {
    if (!shown) return
    // With the next frame, which lays the page out anyway: focus at this moment would have it done once more.
    const frame = requestAnimationFrame(() => {
      // The served gate may have been reached by keyboard already.
      if (!sheet.current?.contains(document.activeElement)) sheet.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown])
  if (!shown) return null
  return (
    <Stack pad={4} align="center" justify="center" className={classes.gate} data-gate>
      <Stack
        ref={sheet}
        gap={4}
        justify="center"
        centred
        className={classes.sheet}
        role="dialog"
        aria-modal="true"
        aria-labelledby="gate-title"
        aria-describedby="gate-text"
        tabIndex={-1}
        onKeyDown={keepFocusInside}
      >
        <Seal fine className={classes.seal} />
        <Text id="gate-title" as="h2" tone="state" face="display" className={classes.title}>
          Entering Nation
        </Text>
        <p id="gate-text" className={classes.text}>
          Behind this gate a community governs itself: it elects, decides and keeps its books in the open. Its rules
          hold for everybody who enters.
        </p>
        <Row gap={3} justify="center" className={classes.actions}>
          <Button
            size="md"
            data-early={'enter' satisfies EarlyControl}
            onClick={() => {
              left.current = true
              useUi.setState({ consentAccepted: true })
            }}
          >
            Enter
          </Button>
          <ButtonLink to={OPEN_TO_ALL} variant="default" onClick={() => (left.current = true)}>
            Read the Rules
          </ButtonLink>
        </Row>
        <Text tone="faint" step={-1} face="document" wide className={classes.machine} aria-hidden="true">
          {`V<NATION<<ENTRY<PERMIT${'<'.repeat(40)}`}
        </Text>
      </Stack>
    </Stack>
  )
}

/** Tab goes round inside. (Escape does nothing: leaving the question open is not an answer.) */
function keepFocusInside(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')]
  const [first, last] = [stops[0], stops.at(-1)]
  const active = document.activeElement
  const leaves = event.shiftKey ? active === first || active === event.currentTarget : active === last
  if (!leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

import { useLayoutEffect, useRef } from 'react'
import { Loading, Skeleton, Stack, Text } from '../../../ui'
import classes from './Day.module.css'
import { LineFrame } from './LineFrame'

/** As many lines as most days have. */
const LINES = 3

const nothing = { title: '', detail: '', to: '/', action: '' }
const nothingYet = { __html: '' }

/**
 * The room of what waits while it is on its way: as high as it will be. Before the app is there, `public/first-paint.js` writes into it
 * what this device remembers (decision 116), from the hidden line; the app leaves that alone until it knows better.
 */
export function DayLoading() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const waiting = place.current
    return () => {
      if (waiting) handOnFocus(waiting)
    }
  }, [])
  return (
    <div ref={place} className={classes.waiting}>
      <Loading label="Loading your day" className={classes.waits}>
        <Skeleton width="14rem" height="1.6rem" className={classes.summary} />
        <div className={classes.lines}>
          {Array.from({ length: LINES }, (_, place) => (
            <div key={place} className={classes.line}>
              <Skeleton width="2.75rem" height="2.75rem" />
              <Stack gap={2}>
                <Skeleton width="min(16rem, 70%)" height="1.2rem" />
                <Skeleton width="min(24rem, 95%)" height="0.9rem" />
              </Stack>
            </div>
          ))}
        </div>
      </Loading>
      <div className={classes.remembered}>
        <Text as="h2" step={2} className={classes.summary}>
          When you were last here
        </Text>
        <ul
          className={classes.lines}
          aria-label="What waited for you"
          data-remembered
          suppressHydrationWarning
          dangerouslySetInnerHTML={nothingYet}
        />
        <ul hidden>
          <li className={classes.line} data-remembered-line>
            <LineFrame
              line={nothing}
              sign={null}
              until={
                <Text step={-1} className={classes.until}>
                  &nbsp;
                </Text>
              }
            />
          </li>
        </ul>
      </div>
    </div>
  )
}

/** A focus on a remembered line goes on to the line of the same place. */
function handOnFocus(waiting: HTMLElement): void {
  const href = waiting.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  if (!href) return
  queueMicrotask(() => {
    document.querySelector<HTMLElement>(`[data-day] a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true })
  })
}

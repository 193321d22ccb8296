import { useEffect, useRef } from 'react'
import { Button, inFull, Row, Text } from '../../../ui'
import classes from './CandidatePages.module.css'
import { PAGE } from './use-candidates'
import type { useCandidates } from './use-candidates'

interface Props {
  candidates: ReturnType<typeof useCandidates>
  /** The candidates' list: when the page is turned, it is scrolled to, and its first link takes the focus. */
  top: () => HTMLElement | null
}

/** Which candidates are seen, of how many, and the way to the others. Nothing where one page shows all. */
export function CandidatePages({ candidates, top }: Props) {
  const { data, page, previous, next, isPlaceholderData: isTurning } = candidates
  /** The page that is being left, until the other one is there. */
  const left = useRef<number | null>(null)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (left.current === null || left.current === page || isTurning) return
    left.current = null
    // Whoever has gone on meanwhile, such as to the search, keeps the focus.
    const { activeElement } = document
    if (activeElement !== document.body && !nav.current?.contains(activeElement)) return
    top()?.querySelector<HTMLElement>('article a')?.focus({ preventScroll: true })
  })
  if (!data || (previous === null && next === null && data.nextCursor === null)) return null
  const turn = (go: () => void) => () => {
    left.current = page
    go()
    top()?.scrollIntoView({ block: 'start' })
  }
  // The one that was pressed keeps the focus while the page turns.
  const offUnless = (go: (() => void) | null) => ({ [isTurning ? 'data-disabled' : 'disabled']: go === null })
  const from = page * PAGE
  return (
    <Row as="nav" ref={nav} nowrap gap={4} align="center" justify="center" aria-label="Pages of candidates">
      <Button variant="default" {...offUnless(previous)} onClick={previous ? turn(previous) : undefined}>
        Previous
      </Button>
      <Text role="status" tone="soft" step={-1} figures centred className={classes.place}>
        {isTurning
          ? 'Turning the page…'
          : `${inFull(from + 1)} to ${inFull(from + data.candidates.length)} of ${inFull(data.total)}`}
      </Text>
      <Button variant="default" {...offUnless(next)} onClick={next ? turn(next) : undefined}>
        Next
      </Button>
    </Row>
  )
}

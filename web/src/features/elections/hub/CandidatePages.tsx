import { Button, inFull, Row, Text } from '../../../ui'
import classes from './CandidatePages.module.css'
import { PAGE } from './use-candidates'
import type { useCandidates } from './use-candidates'

interface Props {
  candidates: ReturnType<typeof useCandidates>
  /** What is scrolled to when the page is turned. */
  top: () => HTMLElement | null
}

/** Which candidates are seen, of how many, and the way to the others. Nothing where one page shows all. */
export function CandidatePages({ candidates, top }: Props) {
  const { data, page, previous, next } = candidates
  if (!data || (previous === null && next === null && data.nextCursor === null)) return null
  const turn = (go: () => void) => () => {
    go()
    top()?.scrollIntoView({ block: 'start' })
  }
  const from = page * PAGE
  return (
    <Row as="nav" nowrap gap={4} align="center" justify="center" aria-label="Pages of candidates">
      <Button variant="default" disabled={previous === null} onClick={previous ? turn(previous) : undefined}>
        Previous
      </Button>
      <Text role="status" tone="soft" step={-1} figures centred className={classes.place}>
        {candidates.isPlaceholderData
          ? 'Turning the page…'
          : `${inFull(from + 1)} to ${inFull(from + data.candidates.length)} of ${inFull(data.total)}`}
      </Text>
      <Button variant="default" disabled={next === null} onClick={next ? turn(next) : undefined}>
        Next
      </Button>
    </Row>
  )
}

import { roleOfPosition } from '@nation/domain/elections'
import { useEffect, useRef } from 'react'
import { LiveNumber, officeLooks, officeStyle, Row, Text, useNow } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import type { Election, Position } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import classes from './HubControls.module.css'
import { hasVote, officesByStage } from './offices'
import type { useCandidates } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  election: Election
  filter: ReturnType<typeof useHubFilter>
  candidates: ReturnType<typeof useCandidates>
}

/** A chip for each office with its count and the voter's mark, in groups: open now, later, and those that are closed. */
export function HubControls({ election, filter, candidates }: Props) {
  const counts = candidates.data?.counts
  const countOf = ({ id, candidateCount }: Position) => counts?.[id] ?? (counts ? 0 : candidateCount)
  const all = election.positions.reduce((sum, position) => sum + countOf(position), 0)
  const votes = useVoteStatus(election.id).data?.userVotes
  const { open, before, after } = officesByStage(election, useNow(60_000))
  const chips = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = chips.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (chips.current && chosen) chips.current.scrollLeft = chosen.offsetLeft - chips.current.offsetLeft - 16
  }, [filter.position])
  const chipOf = (position: Position) => (
    <Chip
      key={position.id}
      position={position}
      count={countOf(position)}
      chosen={filter.position === position.id}
      voted={hasVote(votes, position.id)}
      choose={() => filter.choose(filter.position === position.id ? null : position.id)}
    />
  )
  return (
    <Row ref={chips} gap={2} align="center" className={classes.chips} role="group" aria-label="Position">
      <button
        type="button"
        className={classes.chip}
        aria-pressed={filter.position === null}
        onClick={() => filter.choose(null)}
      >
        All positions <LiveNumber value={all} className={classes.count} />
      </button>
      {open.length > 0 && <Label>Open now</Label>}
      {open.map(chipOf)}
      {before.length > 0 && <Label>Open later</Label>}
      {before.map(chipOf)}
      {after.length > 0 && (
        <details className={classes.closed} open={after.some(({ id }) => id === filter.position) || undefined}>
          <summary className={classes.chip}>Closed offices</summary>
          <Row gap={2} className={classes.folded}>
            {after.map(chipOf)}
          </Row>
        </details>
      )}
    </Row>
  )
}

function Label({ children }: { children: string }) {
  return (
    <Text as="span" tone="faint" step={-1} className={classes.label}>
      {children}
    </Text>
  )
}

interface ChipProps {
  position: Position
  count: number
  chosen: boolean
  voted: boolean
  choose: () => void
}

function Chip({ position, count, chosen, voted, choose }: ChipProps) {
  const role = roleOfPosition(position.id)
  return (
    <button type="button" className={classes.chip} style={officeStyle(role)} aria-pressed={chosen} onClick={choose}>
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </span>
      {shortTitles[position.id]} <LiveNumber value={count} className={classes.count} />
      {voted && (
        <>
          <span aria-hidden="true">✓</span>
          <span className="visually-hidden"> voted</span>
        </>
      )}
    </button>
  )
}

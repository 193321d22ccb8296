import { roleOfPosition } from '@nation/domain/elections'
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react'
import { LiveNumber, officeLooks, officeStyle, Row, Skeleton, Text } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import type { Election, Position } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import classes from './HubControls.module.css'
import { hasVote, officesByStage } from './offices'
import type { useCandidates } from './use-candidates'
import { EVERY, type useHubFilter } from './use-hub-filter'

interface Props {
  election: Election
  filter: ReturnType<typeof useHubFilter>
  candidates: ReturnType<typeof useCandidates>
}

const sumOf = (positions: readonly Position[], countOf: (position: Position) => number): number =>
  positions.reduce((sum, position) => sum + countOf(position), 0)

/**
 * A chip for each office with its count and the voter's mark, in groups: open now, later, and those that are closed. Those are folded;
 * while one of them is chosen they stand first, under their own label, so that what is chosen is seen.
 */
export function HubControls({ election, filter, candidates }: Props) {
  const counts = candidates.data?.counts
  const countOf = ({ id, candidateCount }: Position) => counts?.[id] ?? (counts ? 0 : candidateCount)
  const votes = useVoteStatus(election.id).data?.userVotes
  const { open, before, after } = officesByStage(election, useElectionNow(election))
  const isClosed = after.some(({ id }) => id === filter.position)
  const chips = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    const chosen = chips.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!chips.current || !chosen) return
    chips.current.scrollLeft = chosen.offsetLeft - chips.current.offsetLeft - 16
    // A chip that was pressed where it was folded stands elsewhere now.
    if (pressed.current && document.activeElement === document.body) chosen.focus({ preventScroll: true })
    pressed.current = false
  }, [filter.position])
  const press = (wanted: Parameters<typeof filter.choose>[0]) => {
    pressed.current = true
    filter.choose(wanted)
  }
  const chipOf = (position: Position) => (
    <Chip
      key={position.id}
      position={position}
      count={countOf(position)}
      chosen={filter.position === position.id}
      voted={hasVote(votes, position.id)}
      choose={() => press(filter.position === position.id ? null : position.id)}
    />
  )
  const every = (
    <Group
      name="All positions"
      count={sumOf(election.positions, countOf)}
      chosen={filter.position === null && (filter.all || open.length === 0 || filter.search !== '')}
      choose={() => press(open.length > 0 ? EVERY : null)}
    />
  )
  // A search looks everywhere.
  const openOnes = open.length > 0 && filter.search === '' && (
    <Group
      name={isClosed ? 'All open' : 'Open now'}
      count={sumOf(open, countOf)}
      chosen={filter.position === null && !filter.all}
      choose={() => press(null)}
    />
  )
  // Beside closed offices each group has its label and, at a desk, its row.
  const Part = isClosed ? Labelled : Fragment
  return (
    <Row ref={chips} gap={2} align="center" className={classes.chips} role="group" aria-label="Position">
      {isClosed && <Labelled label="Closed">{after.map(chipOf)}</Labelled>}
      <Part {...(isClosed && { label: 'Other offices' })}>
        {openOnes || every}
        {open.map(chipOf)}
        {before.length > 0 && <Label>Open later</Label>}
        {before.map(chipOf)}
        {openOnes && every}
      </Part>
      {after.length > 0 && !isClosed && (
        <details className={classes.closed}>
          <summary className={classes.chip}>Closed offices</summary>
          <Row gap={2} className={classes.folded}>
            {after.map(chipOf)}
          </Row>
        </details>
      )}
    </Row>
  )
}

/** A group of chips below its label or, at a desk, beside it. */
function Labelled({ label = '', children }: { label?: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes.part} role="group" aria-labelledby={id}>
      <Label id={id}>{label}</Label>
      <Row gap={2} className={classes.members}>
        {children}
      </Row>
    </div>
  )
}

interface GroupProps {
  name: string
  count: number
  chosen: boolean
  choose: () => void
}

/** The chip of several offices. */
function Group({ name, count, chosen, choose }: GroupProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={chosen} onClick={choose}>
      {name} <LiveNumber value={count} className={classes.count} />
    </button>
  )
}

function Label({ id, children }: { id?: string; children: string }) {
  return (
    <Text as="span" id={id} tone="faint" step={-1} className={classes.label}>
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

/** A row of chips while the election is not known. */
export const HubControlsSkeleton = () => (
  <Row gap={2} align="center" className={classes.chips}>
    {Array.from({ length: 6 }, (_, place) => (
      <Skeleton key={place} width="7.5rem" height="2.75rem" className={classes.waiting} />
    ))}
  </Row>
)

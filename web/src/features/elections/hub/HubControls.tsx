import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { roleOfPosition } from '@nation/domain/elections'
import { useEffect, useRef } from 'react'
import { Button, LiveNumber, officeLooks, officeStyle, Stack, Row, useNow } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { stageAt } from '../shared/use-stage'
import classes from './HubControls.module.css'
import type { useCandidates } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  election: Election
  filter: ReturnType<typeof useHubFilter>
  candidates: ReturnType<typeof useCandidates>
}

const turn = { open: 0, before: 1, after: 2 } as const

/** Search, refresh, and a chip for each office with its count and the voter's mark: those that are open come first. */
export function HubControls({ election, filter, candidates }: Props) {
  const counts = candidates.data?.counts
  const countOf = (id: Election['positions'][number]) => counts?.[id.id] ?? (counts ? 0 : id.candidateCount)
  const all = election.positions.reduce((sum, position) => sum + countOf(position), 0)
  const now = useNow(60_000)
  const votes = useVoteStatus(election.id).data?.userVotes
  const stageOf = ({ opensAt, closesAt }: Election['positions'][number]) => turn[stageAt(opensAt, closesAt, now)]
  const offices = [...election.positions].sort((one, other) => stageOf(one) - stageOf(other))
  const chips = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = chips.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (chips.current && chosen) chips.current.scrollLeft = chosen.offsetLeft - chips.current.offsetLeft - 16
  }, [filter.position])
  return (
    <Stack gap={2}>
      <Row nowrap gap={3}>
        <TextInput
          type="search"
          size="md"
          className={classes.search}
          aria-label="Search candidates"
          placeholder="Search candidates..."
          value={filter.typed}
          maxLength={80}
          onChange={(event) => filter.type(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => void candidates.refetch()} loading={candidates.isRefetching}>
          Refresh
        </Button>
      </Row>
      <Row ref={chips} gap={2} className={classes.chips} role="group" aria-label="Position">
        <button
          type="button"
          className={classes.chip}
          aria-pressed={filter.position === null}
          onClick={() => filter.choose(null)}
        >
          All positions <LiveNumber value={all} className={classes.count} />
        </button>
        {offices.map((position) => (
          <button
            key={position.id}
            type="button"
            className={classes.chip}
            style={officeStyle(roleOfPosition(position.id))}
            aria-pressed={filter.position === position.id}
            onClick={() => filter.choose(filter.position === position.id ? null : position.id)}
          >
            <span className={classes.numeral} aria-hidden="true">
              {officeLooks[roleOfPosition(position.id)].numeral}
            </span>
            {shortTitles[position.id]} <LiveNumber value={countOf(position)} className={classes.count} />
            {(votes?.[position.id] ?? []).length > 0 && <span title="Voted">✓</span>}
          </button>
        ))}
      </Row>
    </Stack>
  )
}

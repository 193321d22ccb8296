import { useEffect, useRef, type ReactNode } from 'react'
import { ButtonLink, CitizenAvatar, Row, Stack, take, Text } from '../../../ui'
import { Table } from '../../../ui/kit/Table'
import { ballotPath } from './addresses'
import type { Voting } from './BallotCandidate'
import { calledName } from '../shared/election-words'
import { EarlierPromises, hasEarlierPromises } from '../shared/EarlierPromises'
import { NameAndHandle } from '../shared/NameAndHandle'
import { candidateNameId, VoteButton } from '../shared/VoteButton'
import classes from './Ballot.module.css'

type Sides = readonly [Voting, Voting]

interface Props {
  sides: Sides
  /** Where the list is that they were chosen from: its page, and what the history knows of the way to it. */
  list: { readonly search: string; readonly state: unknown }
}

/** Two candidates side by side: goals and promises in the same rows, and the vote under each. */
export function Compare({ sides, list }: Props) {
  const [one, other] = sides.map(({ candidate }) => candidate) as [Voting['candidate'], Voting['candidate']]
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the list.
  useEffect(() => {
    if (heading.current && document.activeElement === document.body) take(heading.current)
  }, [])
  const title = `${one.displayName} and ${other.displayName} side by side`
  const called = [
    calledName(one.displayName, other.displayName),
    calledName(other.displayName, one.displayName),
  ] as const
  return (
    <Stack gap={3} className={classes.comparison}>
      <Row gap={[2, 4]} align="start" justify="between">
        <Text as="h2" ref={heading} step={1} breaks>
          {title}
        </Text>
        <ButtonLink
          to={{ pathname: ballotPath(one.position), search: list.search }}
          state={list.state}
          variant="default"
          className={classes.close}
        >
          Close comparison
        </ButtonLink>
      </Row>
      <Table caption={title} hideCaption className={classes.compare}>
        <thead>
          <tr>
            {sides.map(({ candidate }) => (
              <th key={candidate.id} scope="col" data-voted={candidate.userVotedFor || undefined}>
                <Stack gap={1} align="start">
                  <CitizenAvatar
                    id={candidate.userId}
                    name={candidate.displayName}
                    picture={candidate.profilePicture}
                    size={48}
                  />
                  <NameAndHandle handle={candidate.twitterHandle} below large={candidate.namesake}>
                    <Text as="span" id={candidateNameId(candidate.id)} tone="ink" step={0} strong breaks>
                      {candidate.displayName}
                    </Text>
                  </NameAndHandle>
                </Stack>
              </th>
            ))}
          </tr>
        </thead>
        <Group title="Slogan" rows={[[one.campaignSlogan, other.campaignSlogan]]} />
        {[one, other].some(hasEarlierPromises) && (
          <Group title="Earlier promises" rows={[[recordCell(one), recordCell(other)]]} />
        )}
        <Group title="Goals" rows={aligned(one.goals, other.goals)} numbered />
        <Group title="Promises" rows={aligned(one.promises, other.promises)} numbered />
        <tbody>
          <tr>
            {sides.map((voting, side) => (
              <td key={voting.candidate.id}>
                <VoteButton {...voting} called={called[side]} />
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
    </Stack>
  )
}

interface GroupProps {
  title: string
  /** What one says, and the other; null where one has nothing more to say. */
  rows: readonly (readonly [ReactNode, ReactNode])[]
  numbered?: boolean
}

function Group({ title, rows, numbered = false }: GroupProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {title}
        </th>
      </tr>
      {rows.map((cells, row) => (
        <tr key={row}>
          {cells.map((cell, side) => (
            <td key={side}>
              {numbered && cell !== null && `${row + 1}. `}
              {cell ?? '–'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const recordCell = (candidate: Voting['candidate']): ReactNode =>
  hasEarlierPromises(candidate) ? <EarlierPromises candidate={candidate} titled /> : null

/** The points of two lists in pairs; nothing where one has none left, and one row of nothing where neither has any. */
function aligned(one: readonly string[], other: readonly string[]): [string | null, string | null][] {
  const rows = Math.max(1, one.length, other.length)
  return Array.from({ length: rows }, (_, row) => [one[row] ?? null, other[row] ?? null])
}

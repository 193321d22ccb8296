import { useEffect, useRef } from 'react'
import { ButtonLink, CitizenAvatar, Row, Stack, take, Text } from '../../../ui'
import { Table } from '../../../ui/kit/Table'
import { ballotPath } from './addresses'
import type { Voting } from './BallotCandidate'
import { candidateNameId, VoteButton } from '../shared/VoteButton'
import classes from './Ballot.module.css'

type Sides = readonly [Voting, Voting]

/** Two candidates side by side: goals and promises in the same rows, and the vote under each. */
export function Compare({ sides }: { sides: Sides }) {
  const [one, other] = sides.map(({ candidate }) => candidate) as [Voting['candidate'], Voting['candidate']]
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the list.
  useEffect(() => {
    if (heading.current && document.activeElement === document.body) take(heading.current)
  }, [])
  const title = `${one.displayName} and ${other.displayName} side by side`
  return (
    <Stack gap={3}>
      <Text as="h2" ref={heading} step={1} breaks>
        {title}
      </Text>
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
                  <Text as="span" id={candidateNameId(candidate.id)} tone="ink" step={0} strong breaks>
                    {candidate.displayName}
                  </Text>
                  <Text as="span" tone="soft" face="document" breaks>
                    @{candidate.twitterHandle}
                  </Text>
                </Stack>
              </th>
            ))}
          </tr>
        </thead>
        <Group title="Slogan" rows={[[one.campaignSlogan, other.campaignSlogan]]} />
        <Group title="Goals" rows={aligned(one.goals, other.goals)} />
        <Group title="Promises" rows={aligned(one.promises, other.promises)} />
        <tbody>
          <tr>
            {sides.map((voting) => (
              <td key={voting.candidate.id}>
                <VoteButton {...voting} />
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
      <Row>
        <ButtonLink to={ballotPath(one.position)} variant="default" size="md">
          All candidates
        </ButtonLink>
      </Row>
    </Stack>
  )
}

function Group({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
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
            <td key={side}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The points of two lists in pairs; a dash where one has none left, and one row of dashes where neither has any. */
function aligned(one: readonly string[], other: readonly string[]): [string, string][] {
  const rows = Math.max(1, one.length, other.length)
  return Array.from({ length: rows }, (_, row) => [one[row] ?? '–', other[row] ?? '–'])
}

import { roleOfPosition } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { CitizenAvatar, ErrorState, OfficeBadge, officeStyle, Panel, Row, Text } from '../../../ui'
import { NameAndHandle, nameWithHandle } from '../shared/NameAndHandle'
import { levelAtHead } from '../shared/level'
import type { Results } from '../shared/types'
import type { VoteStatus } from '../shared/use-eligibility'
import { choicesOf, wonInWords, type Choice } from './choices'
import classes from './YourVotes.module.css'

/** The results of the offices for which the citizen voted, shown to them alone; nothing for citizens who did not vote. */
export function YourVotes({ results: { results, final }, votes }: { results: Results; votes: VoteStatus }) {
  const { data, error, isFetching, refetch } = votes
  if (error && !data) {
    return (
      <ErrorState compact title="Your votes could not be read" onRetry={() => void refetch()} retrying={isFetching}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  const choices = data ? choicesOf(results, data.userVotes, final) : []
  if (choices.length === 0) return null
  return (
    <Panel as="section" gap={4} pad={5} className={classes.yours} aria-labelledby="your-votes">
      <div>
        <Text id="your-votes" as="h2" step={2}>
          {wonInWords(choices.filter(({ won }) => won).length, choices.length, final)}
        </Text>
        <Text tone="faint" step={-1}>
          Only you see for whom you voted.
        </Text>
      </div>
      <ul className={classes.choices}>
        {choices.map((choice) => (
          <YourVote key={choice.result.position} choice={choice} final={final} />
        ))}
      </ul>
    </Panel>
  )
}

function YourVote({ choice: { result, candidate, won }, final }: { choice: Choice; final: boolean }) {
  const role = roleOfPosition(result.position)
  return (
    <li className={classes.choice} style={officeStyle(role)} data-won={won || undefined}>
      <OfficeBadge role={role} title={result.title} />
      <Row nowrap gap={3} align="center">
        <CitizenAvatar
          id={candidate.userId}
          name={candidate.displayName}
          picture={candidate.profilePicture}
          size={36}
        />
        <Text as="span" strong breaks>
          <NameAndHandle handle={candidate.twitterHandle}>
            <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
          </NameAndHandle>
        </Text>
      </Row>
      <Text as="span" tone={won ? 'office' : 'soft'} step={-1}>
        {howItWent({ result, candidate, won }, final)}
      </Text>
    </li>
  )
}

function howItWent({ result, candidate, won }: Choice, final: boolean): string {
  const { winner } = result
  if (won) return final ? 'Won' : 'Leads'
  const level = final ? [] : levelAtHead(result)
  if (level.includes(candidate)) return 'Level: the earlier candidacy would decide'
  if (level.length > 0) return `${level.length} others are level`
  return `${winner ? nameWithHandle(winner.displayName, winner.twitterHandle) : 'No candidate'} ${final ? 'won' : 'leads'}`
}

import { Link } from 'react-router-dom'
import { Button, CitizenAvatar, Row, Stack, Text } from '../../../ui'
import { EarlierPromises } from '../shared/EarlierPromises'
import { NameAndHandle } from '../shared/NameAndHandle'
import type { Candidate } from '../shared/types'
import { candidateNameId, VoteButton } from '../shared/VoteButton'
import classes from './Ballot.module.css'

/** What a vote for a candidate needs to know. */
export interface Voting {
  candidate: Candidate
  notEligible: string | undefined
  votedElsewhere: boolean
  /** Called once the vote was counted. */
  onCast: () => void
}

interface Props extends Voting {
  compared: boolean
  /** What the candidate is called with whom a press compares this one; undefined where it chooses the first of the two. */
  comparedWith: string | undefined
  compare: () => void
}

/** One candidate on the ballot: who, by which handle, with what programme; stamped where one's vote is. */
export function BallotCandidate({ compared, comparedWith, compare, ...voting }: Props) {
  const { candidate } = voting
  return (
    <Stack
      as="article"
      top
      gap={3}
      pad={4}
      className={classes.candidate}
      aria-labelledby={candidateNameId(candidate.id)}
      data-voted={candidate.userVotedFor || undefined}
    >
      <Row nowrap gap={3} align="center">
        <CitizenAvatar
          id={candidate.userId}
          name={candidate.displayName}
          picture={candidate.profilePicture}
          size={56}
        />
        <Stack gap={0} className={classes.who}>
          <NameAndHandle handle={candidate.twitterHandle} below large={candidate.namesake}>
            <Text as="h2" id={candidateNameId(candidate.id)} step={1} breaks>
              <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
            </Text>
          </NameAndHandle>
        </Stack>
        {candidate.userVotedFor && (
          <Text as="span" face="label" className={classes.stamp} aria-hidden="true">
            Voted
          </Text>
        )}
      </Row>
      <Stack top gap={1}>
        <Text tone="soft" breaks>
          {candidate.campaignSlogan}
        </Text>
        <EarlierPromises candidate={candidate} />
      </Stack>
      <div className={classes.choose}>
        <VoteButton {...voting} />
        <Button
          variant="default"
          aria-pressed={compared}
          aria-label={!compared && comparedWith === undefined ? 'Compare with another candidate' : undefined}
          aria-describedby={candidateNameId(candidate.id)}
          onClick={compare}
        >
          {compared && <span aria-hidden="true">✓&nbsp;</span>}
          {compared || comparedWith === undefined ? 'Compare' : `Compare with ${comparedWith}`}
        </Button>
      </div>
      <PointsOf title="Goals" points={candidate.goals} />
      <PointsOf title="Promises" points={candidate.promises} />
    </Stack>
  )
}

function PointsOf({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <Stack top gap={1} className={classes.part}>
      <Text as="h3" step={-1}>
        {title}
      </Text>
      <ol className={classes.points}>
        {points.map((point, index) => (
          <li key={index}>{point}</li>
        ))}
      </ol>
    </Stack>
  )
}

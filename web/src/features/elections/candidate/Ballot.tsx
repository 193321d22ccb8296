import { useNavigate } from 'react-router-dom'
import { ButtonLink, Stack, Row, Text } from '../../../ui'
import { Counts } from '../../../ui/profile/Counts'
import { DeleteCandidate, rivalNote } from '../shared/DeleteCandidate'
import { ballotNumber } from '../shared/election-words'
import { RaceLead } from '../shared/RaceLead'
import { RunAgain } from '../shared/RunAgain'
import { ShareButton } from '../../../ui/ShareButton'
import type { Candidate } from '../shared/types'
import { useNotEligible, useVoteStatus } from '../shared/use-eligibility'
import { VoteButton } from '../shared/VoteButton'
import { WhyThisWeight } from '../shared/WhyThisWeight'
import classes from './Ballot.module.css'

/** The numbered ballot: counts, the vote and its weight, and what its owner or an administrator may do. */
export function Ballot({ candidate }: { candidate: Candidate }) {
  const notEligible = useNotEligible(candidate.electionId)
  const { data } = useVoteStatus(candidate.electionId)
  const ownVotes = data?.userVotes[candidate.position] ?? []
  return (
    <Stack as="aside" gap={4} pad={5} className={classes.ballot} aria-label="Ballot">
      <Row as="p" nowrap justify="between" step={-1} face="document" className={classes.number}>
        <span>Ballot</span> No. {ballotNumber(candidate.id)}
      </Row>
      <Counts label="Votes" votes={candidate.votes} supporters={candidate.supportersCount} />
      {candidate.rank !== null && (
        <Text strong>{candidate.won ? 'Won the seat.' : `Came in at place ${candidate.rank}.`}</Text>
      )}
      <RaceLead candidate={candidate} />
      <VoteButton
        long
        candidate={candidate}
        notEligible={notEligible}
        votedElsewhere={!candidate.userVotedFor && ownVotes.some((vote) => vote.candidateId !== candidate.id)}
      />
      <Text as="div" tone="faint" step={-2}>
        <p>
          Votes are weighted by holdings; supporters are people.
          {data?.eligibleToVote && ` Yours weighs ${data.weight.multiplier.toFixed(1)}×.`}
        </p>
        {data && <WhyThisWeight electionId={candidate.electionId} />}
      </Text>
      <Ways candidate={candidate} />
      {candidate.may.rival && (
        <Text tone="faint" step={-2}>
          {rivalNote}
        </Text>
      )}
    </Stack>
  )
}

/** What one can do with this page: hand it on; and for its owner edit it, withdraw, or run again. */
function Ways({ candidate }: { candidate: Candidate }) {
  const navigate = useNavigate()
  const { id, may, displayName, positionTitle } = candidate
  return (
    <div className={classes.ways}>
      {may.runAgain && <RunAgain candidateId={id} positionTitle={positionTitle} />}
      {may.edit && <ButtonLink to={`/elections/edit-profile/${id}`}>Edit Profile</ButtonLink>}
      <ShareButton title={`${displayName} for ${positionTitle}`} path={`/elections/candidate/${id}`} />
      {may.delete && <DeleteCandidate candidate={candidate} onDeleted={() => void navigate('/elections')} />}
    </div>
  )
}

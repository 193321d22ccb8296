import { useNavigate } from 'react-router-dom'
import { ButtonLink, Counts } from '../../../ui'
import { DeleteCandidate } from '../shared/DeleteCandidate'
import { ballotNumber } from '../shared/election-words'
import { RunAgain } from '../shared/RunAgain'
import { ShareButton } from '../shared/ShareButton'
import type { Candidate } from '../shared/types'
import { useNotEligible, useVoteStatus } from '../shared/use-eligibility'
import { VoteButton } from '../shared/VoteButton'
import { WhyThisWeight } from '../shared/WhyThisWeight'
import classes from './Ballot.module.css'

/** The numbered ballot: counts, the vote and its weight, and what its owner or an administrator may do. */
export function Ballot({ candidate }: { candidate: Candidate }) {
  const notEligible = useNotEligible(candidate.electionId)
  const { data } = useVoteStatus(candidate.electionId)
  const own = data?.userVotes[candidate.position] ?? []
  return (
    <aside className={classes.ballot} aria-label="Ballot">
      <p className={classes.number}>
        <span>Ballot</span> No. {ballotNumber(candidate.id)}
      </p>
      <Counts label="Votes" votes={candidate.votes} supporters={candidate.supportersCount} />
      {candidate.rank !== null && (
        <p className={classes.rank}>{candidate.won ? 'Won the seat.' : `Came in at place ${candidate.rank}.`}</p>
      )}
      <VoteButton
        long
        candidate={candidate}
        notEligible={notEligible}
        votedElsewhere={!candidate.userVotedFor && own.some((vote) => vote.candidateId !== candidate.id)}
      />
      <div className={classes.weight}>
        <p>
          Votes are weighted by holdings; supporters are people.
          {data?.eligibleToVote && ` Yours weighs ${data.weight.multiplier.toFixed(1)}×.`}
        </p>
        {data && <WhyThisWeight electionId={candidate.electionId} />}
      </div>
      <Ways candidate={candidate} />
    </aside>
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

import { roleOfPosition } from '@nation/domain/elections'
import { useNavigate } from 'react-router-dom'
import { Badge, Counts, dateInWords, OfficeBadge, OfficeProfile, VerifiedHolder } from '../../../ui'
import { DeleteCandidate } from '../shared/DeleteCandidate'
import { ballotNumber, followersInWords } from '../shared/election-words'
import type { Candidate } from '../shared/types'
import { useNotEligible, useVoteStatus } from '../shared/use-eligibility'
import { candidateNameId, VoteButton } from '../shared/VoteButton'
import { Attachments } from './Attachments'
import classes from './CandidateProfile.module.css'
import { Programme } from './Programme'

/** Banner, portrait and particulars, the ballot to vote with, and the programme. */
export function CandidateProfile({ candidate }: { candidate: Candidate }) {
  return (
    <OfficeProfile
      role={roleOfPosition(candidate.position)}
      person={{
        id: candidate.userId,
        name: candidate.displayName,
        nameId: candidateNameId(candidate.id),
        picture: candidate.profilePicture,
      }}
      banner={{ id: candidate.id, picture: candidate.bannerImage }}
      title={candidate.title}
      slogan={candidate.campaignSlogan}
      badges={<Badges candidate={candidate} />}
      facts={
        <>
          <a href={`https://x.com/${candidate.twitterHandle}`} rel="noopener noreferrer" target="_blank">
            @{candidate.twitterHandle}
          </a>
          <span>{followersInWords(candidate.twitterFollowers)} followers</span>
          <span>stands since {dateInWords(candidate.createdAt)}</span>
        </>
      }
      aside={<Ballot candidate={candidate} />}
    >
      <Programme candidate={candidate} />
      <Attachments candidate={candidate} />
    </OfficeProfile>
  )
}

function Badges({ candidate }: { candidate: Candidate }) {
  return (
    <>
      <OfficeBadge role={roleOfPosition(candidate.position)} title={candidate.positionTitle} />
      {candidate.verifiedHolder && <VerifiedHolder />}
      {candidate.status === 'withdrawn' ? (
        <Badge>Withdrawn</Badge>
      ) : candidate.won ? (
        <Badge tone="success">Elected</Badge>
      ) : (
        candidate.status === 'archived' && <Badge>Election over</Badge>
      )}
    </>
  )
}

/** The numbered ballot: counts, vote, and for the owner or an administrator the way out. */
function Ballot({ candidate }: { candidate: Candidate }) {
  const navigate = useNavigate()
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
      <p className={classes.weight}>
        Votes are weighted by holdings; supporters are people.
        {data?.eligibleToVote && ` Yours weighs ${data.weight.multiplier.toFixed(1)}×.`}
      </p>
      {candidate.may.delete && <DeleteCandidate candidate={candidate} onDeleted={() => void navigate('/elections')} />}
    </aside>
  )
}

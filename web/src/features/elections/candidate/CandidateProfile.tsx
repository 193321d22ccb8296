import { roleOfPosition } from '@nation/domain/elections'
import { useNavigate } from 'react-router-dom'
import { CitizenAvatar, dateInWords, LiveNumber, OfficeBadge, officeStyle } from '../../../ui'
import { CandidateBanner } from '../shared/CandidateBanner'
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
  const role = roleOfPosition(candidate.position)
  return (
    <article style={officeStyle(role)} aria-labelledby={candidateNameId(candidate.id)} className={classes.profile}>
      <CandidateBanner id={candidate.id} role={role} picture={candidate.bannerImage} className={classes.banner} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <header className={classes.head}>
            <CitizenAvatar
              id={candidate.userId}
              name={candidate.displayName}
              picture={candidate.profilePicture}
              size={132}
              className={classes.avatar}
            />
            <div className={classes.badges}>
              <OfficeBadge role={role} title={candidate.positionTitle} />
              {candidate.verifiedHolder && <span className={classes.holder}>✓ Verified holder</span>}
              <StatusBadge candidate={candidate} />
            </div>
            <h1 id={candidateNameId(candidate.id)} className={classes.name}>
              {candidate.displayName}
            </h1>
            {candidate.title && <p className={classes.title}>{candidate.title}</p>}
            <p className={classes.facts}>
              <a href={`https://x.com/${candidate.twitterHandle}`} rel="noopener noreferrer" target="_blank">
                @{candidate.twitterHandle}
              </a>
              <span>{followersInWords(candidate.twitterFollowers)} followers</span>
              <span>stands since {dateInWords(candidate.createdAt)}</span>
            </p>
            <p className={classes.slogan}>{candidate.campaignSlogan}</p>
          </header>
          <Programme candidate={candidate} />
          <Attachments candidate={candidate} />
        </div>
        <Ballot candidate={candidate} />
      </div>
    </article>
  )
}

function StatusBadge({ candidate }: { candidate: Candidate }) {
  if (candidate.status === 'withdrawn') return <span className={classes.status}>Withdrawn</span>
  if (candidate.won) return <span className={classes.holder}>Elected</span>
  if (candidate.status === 'archived') return <span className={classes.status}>Election over</span>
  return null
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
      <dl className={classes.counts}>
        <div>
          <dt>Votes</dt>
          <dd>
            <LiveNumber value={candidate.votes} decimals={candidate.votes % 1 === 0 ? 0 : 1} />
          </dd>
        </div>
        <div>
          <dt>Supporters</dt>
          <dd>
            <LiveNumber value={candidate.supportersCount} />
          </dd>
        </div>
      </dl>
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

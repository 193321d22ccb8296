import { roleOfPosition } from '@nation/domain/elections'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { Badge, CitizenAvatar, LiveNumber, OfficeBadge, officeStyle, Row, Text } from '../../../ui'
import { OfficeBanner } from '../../../ui/profile/OfficeBanner'
import { PageLink } from '../../citizens'
import { DeleteCandidate } from '../shared/DeleteCandidate'
import { ballotNumber } from '../shared/election-words'
import type { Candidate } from '../shared/types'
import { candidateNameId, VoteButton } from '../shared/VoteButton'
import classes from './CandidateCard.module.css'

interface Props {
  candidate: Candidate
  votedElsewhere: boolean
  notEligible: string | undefined
  /** Whether it stands under the title of its office: then it does not name it again. */
  underOffice?: boolean
  /** Whether four or five stand in a line. */
  narrow?: boolean
  /** Whether the list's own title names its office. */
  officeIsSaid?: boolean
  /** Whether it has the most votes of an office whose voting is closed. */
  leads?: boolean
}

/** A candidate as a numbered ballot: above the perforation who stands, on the stub the count and the vote. */
export const CandidateCard = memo(function CandidateCard({
  candidate,
  votedElsewhere,
  notEligible,
  underOffice = false,
  narrow = underOffice,
  officeIsSaid = underOffice,
  leads = false,
}: Props) {
  const role = roleOfPosition(candidate.position)
  const Name = underOffice ? 'h4' : 'h3'
  return (
    <article
      className={classes.card}
      style={officeStyle(role)}
      aria-labelledby={candidateNameId(candidate.id)}
      data-voted={candidate.userVotedFor || undefined}
      data-narrow={narrow || undefined}
    >
      <OfficeBanner id={candidate.id} role={role} picture={candidate.bannerImage} className={classes.banner} />
      <div className={classes.body}>
        <Row nowrap align="end" justify="between" className={classes.portrait}>
          <CitizenAvatar
            id={candidate.userId}
            name={candidate.displayName}
            picture={candidate.profilePicture}
            size={76}
          />
          {!officeIsSaid && <OfficeBadge role={role} title={candidate.positionTitle} />}
        </Row>
        <Name id={candidateNameId(candidate.id)} className={classes.name}>
          <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
        </Name>
        <Text
          tone={candidate.namesake ? 'ink' : 'faint'}
          step={-1}
          face="document"
          className={classes.handle}
          data-large={candidate.namesake || undefined}
        >
          <PageLink name={candidate.displayName} number={candidate.pageNumber} handle={candidate.twitterHandle} />
        </Text>
        {leads && (
          <p className={classes.leads}>
            <Badge tone="success">Leads the closed vote</Badge>
          </p>
        )}
        <p className={classes.slogan}>{candidate.campaignSlogan}</p>
      </div>
      <div className={classes.stub}>
        <Text tone="faint" step={-1} className={classes.votes}>
          <LiveNumber value={candidate.votes} decimals={candidate.votes % 1 === 0 ? 0 : 1} className={classes.count} />{' '}
          <span>{candidate.votes === 1 ? 'vote' : 'votes'}</span>
        </Text>
        <VoteButton candidate={candidate} votedElsewhere={votedElsewhere} notEligible={notEligible} quiet />
      </div>
      <Row nowrap align="center" justify="between" tone="faint" step={-2} face="document" className={classes.foot}>
        <span aria-hidden="true">No. {ballotNumber(candidate.id)}</span>
        {candidate.may.delete && !candidate.isOwner && <DeleteCandidate candidate={candidate} compact />}
        {candidate.isOwner && <span>Your candidacy</span>}
      </Row>
    </article>
  )
})

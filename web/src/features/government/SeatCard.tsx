import { officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../app/features'
import { ButtonLink, CitizenAvatar, dateInWords, OfficeBadge, officeStyle } from '../../ui'
import { followersInWords, termRuleInWords, votesInWords } from '../elections/shared/election-words'
import { officialPath } from './paths'
import classes from './SeatCard.module.css'
import type { Member, Seat } from './seats'

/** One seat of the cabinet: who sits on it and how they came to it, or that it is vacant. */
export function SeatCard({ role, member }: Seat) {
  const title = officeTitle(role)
  return (
    <article
      className={classes.seat}
      style={officeStyle(role)}
      data-vacant={member ? undefined : ''}
      aria-label={title}
    >
      <OfficeBadge role={role} title={title} />
      {member ? <Holder member={member} /> : <Vacant />}
    </article>
  )
}

function Holder({ member }: { member: Member }) {
  const { term } = member
  return (
    <>
      <div className={classes.holder}>
        <CitizenAvatar id={member.uid} name={member.username} picture={member.profilePicture} size={58} />
        <div>
          <h2 className={classes.name}>
            <Link to={officialPath(member.uid)}>{member.username}</Link>
          </h2>
          <p className={classes.handle}>
            @{member.twitterUsername} · {followersInWords(member.twitterFollowers)} followers
          </p>
        </div>
      </div>
      <p className={classes.term} title={termRuleInWords(term.rule) ?? undefined}>
        {term.how === 'appointed' ? 'Appointed' : 'Elected'} {dateInWords(term.startedAt)}
        {term.votes !== null && ` · ${votesInWords(term.votes)} votes`}
        {term.supportersCount !== null &&
          ` from ${term.supportersCount} ${term.supportersCount === 1 ? 'citizen' : 'citizens'}`}
      </p>
    </>
  )
}

function Vacant() {
  const { elections } = useFeatures()
  return (
    <div className={classes.vacant}>
      <p className={classes.name}>Position Vacant</p>
      {elections && (
        <ButtonLink to="/elections" variant="default" size="xs">
          Run for Office
        </ButtonLink>
      )}
    </div>
  )
}

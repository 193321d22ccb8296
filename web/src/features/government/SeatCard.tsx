import { officeTitle, termRuleInWords } from '@nation/domain/elections'
import { followersWithWord } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../lib/feature-flags'
import { ButtonLink, CitizenAvatar, OfficeBadge, officeStyle, Row, Skeleton, Stack, Text } from '../../ui'
import { PageLink } from '../citizens'
import { officialPath } from './paths'
import classes from './SeatCard.module.css'
import type { Member, Seat } from './seats'
import { howTheyCame } from './term-words'

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

/** A seat while its holder is not known. */
export function SeatSkeleton({ role }: Pick<Seat, 'role'>) {
  return (
    <div className={classes.seat}>
      <OfficeBadge role={role} title={officeTitle(role)} />
      <Row nowrap gap={4} align="center" className={classes.waiting}>
        <Skeleton width={58} height={58} round className={classes.round} />
        <Stack gap={2} className={classes.words}>
          <Skeleton width="60%" height="1.2rem" />
          <Skeleton width="80%" height="0.8rem" />
        </Stack>
      </Row>
      <Text step={-2} className={classes.term}>
        <Skeleton width="14rem" height="1.6em" />
      </Text>
    </div>
  )
}

function Holder({ member }: { member: Member }) {
  const { term } = member
  return (
    <>
      <Row nowrap gap={4} align="center" className={classes.holder}>
        <CitizenAvatar id={member.uid} name={member.username} picture={member.profilePicture} size={58} />
        <div>
          <Text as="h2" step={1} face="title" className={classes.name}>
            <Link to={officialPath(member.uid)}>{member.username}</Link>
          </Text>
          <Text tone="faint" step={-2} face="document" breaks>
            <PageLink name={member.username} number={member.pageNumber} handle={member.twitterUsername} /> ·{' '}
            {followersWithWord(member.twitterFollowers)}
          </Text>
        </div>
      </Row>
      <Text tone="faint" step={-2} className={classes.term} title={termRuleInWords(term.rule) ?? undefined}>
        {howTheyCame(term)}
      </Text>
    </>
  )
}

function Vacant() {
  const { elections } = useFeatures()
  return (
    <Row gap={3} align="center" justify="between" className={classes.vacant}>
      <Text step={1} face="title" className={classes.name}>
        Position Vacant
      </Text>
      {elections && (
        <ButtonLink to="/elections" variant="default" size="xs">
          Run for Office
        </ButtonLink>
      )}
    </Row>
  )
}

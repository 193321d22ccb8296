import { officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../lib/feature-flags'
import { CitizenAvatar, inFull, LineWork, officeLooks, officeStyle, votesWithWord, Stack, Text, Row } from '../../ui'
import { PageLink } from '../citizens'
import { officialPath, type Seat } from '../government'
import classes from './OfficialNote.module.css'

/** A seat as a note of its denomination: who holds it, and what brought them there; or that it is vacant. */
export function OfficialNote({ role, member }: Seat) {
  const term = member?.term
  const { elections } = useFeatures()
  return (
    <Stack
      as="article"
      pad={5}
      justify="start"
      stage
      className={classes.note}
      style={officeStyle(role)}
      aria-label={officeTitle(role)}
    >
      <LineWork seed={member?.uid ?? role} kind="band" className={classes.band} />
      <Text as="span" tone="office" face="display" className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </Text>
      {member ? (
        <CitizenAvatar
          id={member.uid}
          name={member.username}
          picture={member.profilePicture}
          size={104}
          className={classes.portrait}
        />
      ) : (
        <span className={classes.vacant} aria-hidden="true" />
      )}
      <Text tone="office" step={-1} strong className={classes.title}>
        {officeTitle(role)}
      </Text>
      <h3 className={classes.name}>
        {member ? (
          <Link to={officialPath(member.uid)} draggable={false}>
            {member.username}
          </Link>
        ) : (
          'Position Vacant'
        )}
      </h3>
      {member ? (
        <Row as="p" gap={[0, 3]} justify="between" tone="soft" step={-1} figures className={classes.won}>
          <span>
            <PageLink name={member.username} number={member.pageNumber} handle={member.twitterUsername} />
          </span>
          <span>
            {term && term.votes !== null
              ? votesWithWord(term.votes)
              : `${inFull(member.twitterFollowers)} ${member.twitterFollowers === 1 ? 'follower' : 'followers'}`}
          </span>
        </Row>
      ) : (
        elections && (
          <Row as="p" gap={[0, 3]} justify="between" tone="soft" step={-1} figures className={classes.won}>
            <Link to="/elections" draggable={false}>
              Run for Office
            </Link>
          </Row>
        )
      )}
    </Stack>
  )
}

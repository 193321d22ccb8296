import { officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../app/features'
import { CitizenAvatar, inFull, LineWork, officeLooks, officeStyle, votesInWords } from '../../ui'
import { officialPath } from '../government/paths'
import type { Seat } from '../government/seats'
import classes from './OfficialNote.module.css'

/** A seat as a note of its denomination: who holds it, and what brought them there; or that it waits for somebody. */
export function OfficialNote({ role, member }: Seat) {
  const term = member?.term
  const { elections } = useFeatures()
  return (
    <article className={classes.note} style={officeStyle(role)} aria-label={officeTitle(role)}>
      <LineWork seed={member?.uid ?? role} kind="band" className={classes.band} />
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </span>
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
      <p className={classes.title}>{officeTitle(role)}</p>
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
        <p className={classes.won}>
          <span>@{member.twitterUsername}</span>
          <span>
            {term && term.votes !== null
              ? `${votesInWords(term.votes)} votes`
              : `${inFull(member.twitterFollowers)} followers`}
          </span>
        </p>
      ) : (
        elections && (
          <p className={classes.won}>
            <Link to="/elections" draggable={false}>
              Run for Office
            </Link>
          </p>
        )
      )}
    </article>
  )
}

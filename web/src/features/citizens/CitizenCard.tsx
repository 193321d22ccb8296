import type { OwnProfile } from '../../lib/session/session'
import { CitizenAvatar, dateInWords, LineWork, Seal } from '../../ui'
import classes from './CitizenCard.module.css'
import { badgeOf, citizenNumber, machineLine } from './citizen-words'

/** The ID card as a document: portrait, engraving of its own, particulars, machine-readable line. */
export function CitizenCard({ user }: { user: OwnProfile }) {
  const number = citizenNumber(user.uid)
  return (
    <div className={classes.card}>
      <LineWork seed={user.uid} className={classes.rosette} />
      <div className={classes.top}>
        <span>NATION · CITIZEN</span>
        <Seal className={classes.seal} />
      </div>
      <div className={classes.body}>
        <CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={84} />
        <dl className={classes.particulars}>
          <div>
            <dt>Name</dt>
            <dd className={classes.name}>{user.username}</dd>
          </div>
          <div>
            <dt>Citizen number</dt>
            <dd className={classes.document}>{number}</dd>
          </div>
          <div>
            <dt>Standing</dt>
            <dd>{badgeOf(user)}</dd>
          </div>
          <div>
            <dt>Citizen since</dt>
            <dd>{dateInWords(user.joinedAt)}</dd>
          </div>
          <div>
            <dt>X account</dt>
            <dd>@{user.twitterUsername}</dd>
          </div>
        </dl>
      </div>
      <p className={classes.machine} aria-hidden="true">
        {machineLine(['N', user.username])}
        <br />
        {machineLine([number, user.twitterUsername])}
      </p>
    </div>
  )
}

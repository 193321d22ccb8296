import { citizenNumber, dateInWords } from '@nation/domain/formats'
import type { OwnProfile } from '../../../lib/session/session'
import { officeStyle, Seal } from '../../../ui'
import { badgeOf, standingCode } from '../citizen-words'
import { machineReadable, STATE_CODE } from '../machine-readable'
import { CardGround } from './CardGround'
import classes from './IdCard.module.css'
import { Portrait } from './Portrait'

/** The ID card as a document: portrait, engraving of its own, particulars, machine-readable lines. */
export function IdCard({ user }: { user: OwnProfile }) {
  const number = citizenNumber(user.uid)
  const lines = machineReadable({
    uid: user.uid,
    name: user.username,
    joinedAt: user.joinedAt,
    standing: standingCode(user),
  })
  const portrait = { id: user.uid, name: user.username, picture: user.profilePicture }
  return (
    <div className={classes.frame} style={user.governmentRole ? officeStyle(user.governmentRole) : undefined}>
      <article className={classes.card} aria-label={`ID card of ${user.username}`}>
        <CardGround seed={user.uid} />
        <header className={classes.top}>
          <Seal className={classes.seal} />
          <span className={classes.state}>NATION</span>
          <span className={classes.kind}>Citizen identity card</span>
          <span className={classes.code}>{STATE_CODE}</span>
        </header>
        <MicroPrint number={number} />
        <div className={classes.body}>
          <Portrait {...portrait} className={classes.portrait} />
          <div className={classes.words}>
            <p className={classes.name}>{user.username}</p>
            <p className={classes.badges}>
              <span className={classes.badge}>{badgeOf(user)}</span>
              <span className={classes.active}>Active</span>
            </p>
            <dl className={classes.particulars}>
              <div>
                <dt>Citizen number</dt>
                <dd className={classes.document}>{number}</dd>
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
          <Portrait {...portrait} className={classes.ghost} />
        </div>
        <MicroPrint number={number} />
        <p className={classes.machine} aria-hidden="true">
          <span>{lines[0]}</span>
          <span>{lines[1]}</span>
        </p>
        <span className={classes.sheen} aria-hidden="true" />
      </article>
    </div>
  )
}

/** A line of print that is too small to copy. */
function MicroPrint({ number }: { number: string }) {
  return (
    <p className={classes.microPrint} aria-hidden="true">
      {`NATION ELECTED EVERY WEEK ${number} `.repeat(14)}
    </p>
  )
}

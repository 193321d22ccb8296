import { citizenNumber } from '@nation/domain/formats'
import { officeStyle, Seal, Stack, Row, Text, dateInWords } from '../../../ui'
import { badgeOf, roleCode } from '../citizen-words'
import { machineReadable, STATE_CODE } from '../machine-readable'
import type { CardHolder } from './card-holder'
import { CardGround } from './CardGround'
import classes from './IdCard.module.css'
import { Portrait } from './Portrait'

/** The ID card as a document: portrait, engraving of its own, particulars, machine-readable lines. */
export function IdCard({ user }: { user: CardHolder }) {
  const number = citizenNumber(user.uid)
  const lines = machineReadable({
    uid: user.uid,
    name: user.username,
    joinedAt: user.joinedAt,
    roleCode: roleCode(user),
  })
  const portrait = { id: user.uid, name: user.username, picture: user.profilePicture }
  return (
    <div className={classes.frame} style={user.governmentRole ? officeStyle(user.governmentRole) : undefined}>
      <Stack as="article" tone="ink" stage className={classes.card} aria-label={`ID card of ${user.username}`}>
        <CardGround seed={user.uid} />
        <Row as="header" nowrap align="center" face="title" className={classes.top}>
          <Seal className={classes.seal} />
          <span className={classes.state}>NATION</span>
          <span className={classes.kind}>Citizen identity card</span>
          <span className={classes.code}>{STATE_CODE}</span>
        </Row>
        <MicroPrint number={number} />
        <div className={classes.body}>
          <Portrait {...portrait} className={classes.portrait} />
          <div className={classes.words}>
            <Text face="title" breaks className={classes.name}>
              {user.username}
            </Text>
            <Row as="p" align="center" face="title" className={classes.badges}>
              <span className={classes.badge}>{badgeOf(user)}</span>
              <span className={classes.active}>Active</span>
            </Row>
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
        <Stack as="p" wide className={classes.machine} aria-hidden="true">
          <span>{lines[0]}</span>
          <span>{lines[1]}</span>
        </Stack>
        <span className={classes.sheen} aria-hidden="true" />
      </Stack>
    </div>
  )
}

/** A line of print that is too small to copy. */
function MicroPrint({ number }: { number: string }) {
  return (
    <Text face="label" wide className={classes.microPrint} aria-hidden="true">
      {`NATION ELECTED EVERY WEEK ${number} `.repeat(14)}
    </Text>
  )
}

import { officeTitle, percentInWords, positionOfRole, positions } from '@nation/domain/elections'
import type { GovernmentRole } from '@nation/domain/permissions'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  ActiveBadge,
  CitizenAvatar,
  classNames,
  dateInWords,
  LineWork,
  officeLooks,
  officeStyle,
  inFull,
  Row,
  Skeleton,
  Text,
  Columns,
  Stack,
} from '../../../ui'
import { FoldButton } from '../../../ui/FoldButton'
import { officialPath } from '../../government'
import { candidatesInWords, citizensInWords, shortTitles, votesWithWord, electionName } from '../shared/election-words'
import { NameAndHandle } from '../shared/NameAndHandle'
import type { Government } from '../shared/types'
import classes from './GovernmentCard.module.css'

type Seat = Government['seats'][number]

/** What was folded or unfolded, by its number: the way back from an official leads to a page as high as it was. */
const unfolded = new Map<number, boolean>()

/**
 * One government as a sheet of notes: who held each office, how they came by it, and how many stood. On a phone the seats of those that
 * are history are folded.
 */
export function GovernmentCard({ government }: { government: Government }) {
  const { number, electionId, turnout, candidates, endedAt, seats } = government
  const [open, setOpen] = useState(unfolded.get(number) ?? endedAt === null)
  const toggle = () => {
    unfolded.set(number, !open)
    setOpen(!open)
  }
  // The elected offices in the ballot's order, then officials who were only appointed.
  const offices = new Set([...positions.map(({ role }) => role), ...seats.map((seat) => seat.office)])
  return (
    <li>
      <article className={classes.government} aria-label={`Government ${number}`} data-open={open || undefined}>
        <Row as="header" gap={[1, 4]} pad={[4, 5]} align="baseline" className={classes.head}>
          <LineWork seed={electionId} kind="band" className={classes.band} />
          <h3 className={classes.number}>
            Government <b>{number}</b>
          </h3>
          <Text tone="soft" step={-1} wide>
            {timeInOffice(government)} · {candidatesInWords(candidates).replace(' ', '\u00A0')}
            {turnout && ` · ${turnoutInWords(turnout)}`}
          </Text>
          {endedAt === null && (
            <span className={classes.running}>
              <ActiveBadge>In office</ActiveBadge>
            </span>
          )}
          <Link to={`/elections/results/${electionId}`} className={classes.results}>
            Results
          </Link>
          <FoldButton
            open={open}
            className={classes.fold}
            aria-label={`Officials of government ${number}`}
            onClick={toggle}
          >
            Officials
          </FoldButton>
        </Row>
        <Columns as="ul" narrowest="20rem" fill className={classes.seats} aria-label={`Seats of government ${number}`}>
          {[...offices].map((office) => (
            <Office key={office} office={office} holders={seats.filter((seat) => seat.office === office)} />
          ))}
        </Columns>
      </article>
    </li>
  )
}

/** A government while it loads: its head, and a row for each office. */
export const GovernmentSkeleton = () => (
  <div className={classNames(classes.government, classes.waiting)}>
    <Row gap={[1, 4]} pad={[4, 5]} align="baseline" className={classes.head}>
      <Skeleton width="12rem" height="1.6rem" />
      <Skeleton width="min(100%, 22rem)" height="0.9rem" className={classes.facts} />
      <Skeleton width="7.7rem" height="2.25rem" className={classes.fold} />
    </Row>
    <Columns narrowest="20rem" fill className={classes.seats}>
      {positions.map(({ role }) => (
        <Row key={role} nowrap gap={3} pad={[3, 4]} align="center" className={classes.office} style={officeStyle(role)}>
          <Skeleton width={44} height={44} round />
          <Skeleton width="10rem" height="4.5rem" lines className={classes.lines} />
        </Row>
      ))}
    </Columns>
  </div>
)

/** 'In office 26 Jan 2026 to 2 Feb 2026, by the election of Week 4, 2026': an election has the dates of the government before it. */
function timeInOffice({ startedAt, endedAt, electionStartedAt }: Government): string {
  const from = dateInWords(startedAt)
  const time = endedAt === null ? `Since ${from}` : `In office ${from} to ${dateInWords(endedAt)}`
  return `${time}, by the election of ${electionName(electionStartedAt)}`
}

/** '207 of 264 citizens voted (78.4%)'. */
const turnoutInWords = ({ voters, eligible, percent }: NonNullable<Government['turnout']>): string =>
  `${inFull(voters)} of ${inFull(eligible)} citizens voted (${percentInWords(percent)}%)`

function Office({ office, holders }: { office: GovernmentRole; holders: readonly Seat[] }) {
  return (
    <Stack
      as="li"
      gap={3}
      pad={[3, 4]}
      top
      className={classes.office}
      style={officeStyle(office)}
      data-vacant={holders.length === 0 || undefined}
    >
      {holders.map((seat) => (
        <Holder key={`${seat.citizenId} ${seat.startedAt}`} seat={seat} />
      ))}
      {holders.length === 0 && (
        <Row nowrap gap={3} align="center">
          <span className={classes.empty} aria-hidden="true" />
          <div className={classes.words}>
            <Title office={office} />
            <p className={classes.vacant}>Vacant</p>
          </div>
        </Row>
      )}
    </Stack>
  )
}

function Title({ office }: { office: GovernmentRole }) {
  const position = positionOfRole(office)
  return (
    <Text tone="office" step={-2} face="label" className={classes.title} title={officeTitle(office)}>
      <b aria-hidden="true">{officeLooks[office].numeral}</b> {position ? shortTitles[position] : 'Justice'}
    </Text>
  )
}

/** Who held it, and how they came by it; on a phone that stands beside the office. */
function Holder({ seat }: { seat: Seat }) {
  return (
    <Row nowrap gap={3} align="center">
      <CitizenAvatar id={seat.citizenId} name={seat.username} picture={seat.profilePicture} size={44} />
      <div className={classes.words}>
        <Title office={seat.office} />
        <p className={classes.name}>
          <HolderName seat={seat} />
        </p>
        <Text tone="faint" step={-2} figures className={classes.won}>
          {seat.how === 'appointed' || seat.votes === null
            ? `Appointed ${dateInWords(seat.startedAt)}`
            : wonInWords(seat.votes, seat.supportersCount ?? 0)}
        </Text>
      </div>
    </Row>
  )
}

/** '62.1 votes from 54 citizens'; on a phone the second half is the next line. */
const wonInWords = (votes: number, citizens: number): string =>
  `${votesWithWord(votes).replace(' ', '\u00A0')} from\u00A0${citizensInWords(citizens).replace(' ', '\u00A0')}`

/** Who was elected leads to the candidacy; whoever was appointed, to what they did in office. */
function HolderName({ seat: { candidateId, citizenId, username, twitterUsername } }: { seat: Seat }) {
  return (
    <NameAndHandle handle={twitterUsername} below>
      <Link to={candidateId === null ? officialPath(citizenId) : `/elections/candidate/${candidateId}`}>
        {username}
      </Link>
    </NameAndHandle>
  )
}

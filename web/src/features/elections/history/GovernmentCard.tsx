import { officeTitle, percentInWords, positionOfRole, positions } from '@nation/domain/elections'
import type { GovernmentRole } from '@nation/domain/permissions'
import { Link } from 'react-router-dom'
import {
  ActiveBadge,
  CitizenAvatar,
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
import { officialPath } from '../../government'
import { candidatesInWords, shortTitles, votesInWords, weekName } from '../shared/election-words'
import type { ElectionSummary, Government } from '../shared/types'
import classes from './GovernmentCard.module.css'

type Seat = Government['seats'][number]

interface Props {
  government: Government
  /** The election that elected it, once that is read. */
  election: ElectionSummary | undefined
}

/** One government as a sheet of notes: who held each office, how they came by it, and how many stood. */
export function GovernmentCard({ government, election }: Props) {
  const { number, electionId, turnout, endedAt, seats } = government
  // The elected offices in the ballot's order, then officials who were only appointed.
  const offices = new Set([...positions.map(({ role }) => role), ...seats.map((seat) => seat.office)])
  return (
    <li>
      <article className={classes.government} aria-label={`Government ${number}`}>
        <Row as="header" gap={[1, 4]} pad={[4, 5]} align="baseline" className={classes.head}>
          <LineWork seed={electionId} kind="band" className={classes.band} />
          <h3 className={classes.number}>
            Government <b>{number}</b>
          </h3>
          <Text tone="soft" step={-1} wide>
            {timeInOffice(government)}
            {election && ` · ${candidatesInWords(election.totalCandidates)}`}
            {turnout && ` · ${turnoutInWords(turnout)}`}
          </Text>
          {endedAt === null && <ActiveBadge>In office</ActiveBadge>}
          <Link to={`/elections/results/${electionId}`} className={classes.results}>
            Results
          </Link>
        </Row>
        <Columns as="ul" narrowest="20rem" fill aria-label={`Seats of government ${number}`}>
          {[...offices].map((office) => (
            <Office key={office} office={office} holders={seats.filter((seat) => seat.office === office)} />
          ))}
        </Columns>
      </article>
    </li>
  )
}

/** A government while it loads: its head, and a row for each of the nine offices. */
export const GovernmentSkeleton = () => (
  <div className={classes.government}>
    <Row gap={[1, 4]} pad={[4, 5]} align="baseline" className={classes.head}>
      <Skeleton width="12rem" height="1.6rem" />
      <Skeleton width="min(100%, 22rem)" height="0.9rem" />
    </Row>
    <Columns narrowest="20rem" fill>
      {positions.map(({ role }) => (
        <Stack key={role} gap={2} pad={[3, 4]} top className={classes.office} style={officeStyle(role)}>
          <Skeleton width="7rem" height="0.8rem" />
          <Row nowrap gap={3} align="center">
            <Skeleton width={36} height={36} round />
            <Skeleton width="9rem" height="2.2rem" lines />
          </Row>
        </Stack>
      ))}
    </Columns>
  </div>
)

/** 'In office 26 Jan 2026 to 2 Feb 2026, elected in Week 4, 2026': an election has the dates of the government before it. */
function timeInOffice({ startedAt, endedAt, electionStartedAt }: Government): string {
  const from = dateInWords(startedAt)
  const time = endedAt === null ? `Since ${from}` : `In office ${from} to ${dateInWords(endedAt)}`
  return `${time}, elected in ${weekName(electionStartedAt)}`
}

/** '207 of 264 citizens voted (78.4%)'. */
const turnoutInWords = ({ voters, eligible, percent }: NonNullable<Government['turnout']>): string =>
  `${inFull(voters)} of ${inFull(eligible)} citizens voted (${percentInWords(percent)}%)`

const citizensInWords = (count: number): string => `${inFull(count)} ${count === 1 ? 'citizen' : 'citizens'}`

function Office({ office, holders }: { office: GovernmentRole; holders: readonly Seat[] }) {
  const position = positionOfRole(office)
  return (
    <Stack
      as="li"
      gap={2}
      pad={[3, 4]}
      top
      className={classes.office}
      style={officeStyle(office)}
      data-vacant={holders.length === 0 || undefined}
    >
      <Text tone="office" step={-2} face="label" className={classes.title} title={officeTitle(office)}>
        <b aria-hidden="true">{officeLooks[office].numeral}</b> {position ? shortTitles[position] : 'Justice'}
      </Text>
      {holders.length === 0 && <p className={classes.vacant}>Vacant</p>}
      {holders.map((seat) => (
        <Holder key={`${seat.citizenId} ${seat.startedAt}`} seat={seat} />
      ))}
    </Stack>
  )
}

function Holder({ seat }: { seat: Seat }) {
  return (
    <Row nowrap gap={3} align="center">
      <CitizenAvatar id={seat.citizenId} name={seat.username} picture={seat.profilePicture} size={36} />
      <div className={classes.words}>
        <p className={classes.name}>
          <HolderName seat={seat} />
        </p>
        <Text tone="faint" step={-2} figures>
          {seat.how === 'appointed' || seat.votes === null
            ? `Appointed ${dateInWords(seat.startedAt)}`
            : `${votesInWords(seat.votes)} votes from ${citizensInWords(seat.supportersCount ?? 0)}`}
        </Text>
      </div>
    </Row>
  )
}

/** Who was elected leads to the candidacy; whoever was appointed, to what they did in office. */
function HolderName({ seat: { candidateId, citizenId, username } }: { seat: Seat }) {
  return (
    <Link to={candidateId === null ? officialPath(citizenId) : `/elections/candidate/${candidateId}`}>{username}</Link>
  )
}

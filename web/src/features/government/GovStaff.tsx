import { electedRoles } from '@nation/domain/elections'
import type { CSSProperties } from 'react'
import { Page, PageHead } from '../../ui/Page'
import { useBuilt } from '../../lib/built'
import { usePageTitle } from '../../ui/use-page-title'
import { sentenceOf } from '../../lib/api/api-error'
import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import {
  ButtonLink,
  classNames,
  ErrorState,
  LineWork,
  LiveNumber,
  Loading,
  officeStyle,
  Seal,
  Stack,
  Row,
} from '../../ui'
import { offices, week } from '../rules'
import classes from './GovStaff.module.css'
import { messengerPath } from './paths'
import { seatsOf } from './seats'
import { SeatCard, SeatSkeleton } from './SeatCard'
import { useTurns } from './use-turns'

/** The cabinet: its seats around a table (requirements 1.2). */
export default function GovStaff() {
  usePageTitle()
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall('members.get-government', {}, { every: live ? false : 60_000 })
  return (
    <Page>
      <PageHead title="Government Staff" actions={<Actions />}>
        <p>
          The {offices.count} offices of the cabinet, elected every week. All seats change when an election ends, in a
          regular week on {week.opens}.
        </p>
      </PageHead>
      {data ? (
        <Cabinet members={data.members} totalCitizens={data.totalCitizens} />
      ) : error ? (
        <ErrorState title="The government could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <CabinetSkeleton />
      )}
    </Page>
  )
}

/** Rows of seats along the table's sides: the first office is at its head, the others in pairs. */
const sideRows = Math.ceil((electedRoles.length - 1) / 2)
const roomStyle = { '--rows': sideRows } as CSSProperties
const rowOf = (place: number) => ({ '--row': Math.ceil(place / 2) + 1 }) as CSSProperties

function Actions() {
  const isBuilt = useBuilt()
  return (
    <>
      {isBuilt('/elections') && <ButtonLink to="/elections">View Elections</ButtonLink>}
      {isBuilt(messengerPath) && (
        <ButtonLink to={messengerPath} variant="default">
          Contact Officials
        </ButtonLink>
      )}
    </>
  )
}

/** Seats that change hands while one looks turn over one after the other, and it is said how many did. */
function Cabinet({ members, totalCitizens }: { members: Parameters<typeof seatsOf>[0]; totalCitizens: number }) {
  const { elected, appointed } = seatsOf(members)
  const { turning, said } = useTurns(elected)
  const filled = elected.filter((seat) => seat.member).length
  return (
    <>
      <div className={classes.room} style={roomStyle}>
        <Table>
          <Row as="dl" nowrap gap={6} pad={[2, 5]} centred className={classes.counts}>
            <div>
              <dt>positions filled</dt>
              <dd>
                <LiveNumber value={filled} />/{elected.length}
              </dd>
            </div>
            <div>
              <dt>total citizens</dt>
              <dd>
                <LiveNumber value={totalCitizens} />
              </dd>
            </div>
          </Row>
        </Table>
        <ul className={classes.seats} aria-label="Cabinet positions">
          {elected.map((seat, place) => (
            <li
              key={seat.role}
              className={classNames(classes.seat, turning(seat.role).className)}
              style={{ ...officeStyle(seat.role), ...rowOf(place), ...turning(seat.role).style }}
              data-vacant={seat.member ? undefined : ''}
            >
              <SeatCard {...seat} />
            </li>
          ))}
        </ul>
        <p role="status" className="visually-hidden">
          {said}
        </p>
      </div>
      {appointed.length > 0 && (
        <section aria-labelledby="appointed">
          <h2 id="appointed" className={classes.heading}>
            Appointed
          </h2>
          <ul className={classes.appointed}>
            {appointed.map((seat) => (
              <li key={seat.role}>
                <SeatCard {...seat} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Table({ children }: { children: React.ReactNode }) {
  return (
    <Stack gap={3} pad={5} align="center" justify="center" stage className={classes.table}>
      <div className={classes.emblem}>
        <LineWork seed="the cabinet’s table" className={classes.inlay} />
        <Seal fine className={classes.seal} />
      </div>
      {children}
    </Stack>
  )
}

function CabinetSkeleton() {
  return (
    <div style={roomStyle}>
      <Loading label="Loading the government" className={classes.room}>
        <Table>
          <Row as="dl" nowrap gap={6} pad={[2, 5]} centred className={classes.counts}>
            <Figure name="positions filled" />
            <Figure name="total citizens" />
          </Row>
        </Table>
        <div className={classes.seats}>
          {seatsOf([]).elected.map(({ role }, place) => (
            <div key={role} className={classes.seat} style={{ ...officeStyle(role), ...rowOf(place) }}>
              <SeatSkeleton role={role} />
            </div>
          ))}
        </div>
      </Loading>
    </div>
  )
}

/** A figure of the table that is on its way, in the room that it will need. */
const Figure = ({ name }: { name: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span aria-hidden="true">···</span>
    </dd>
  </div>
)

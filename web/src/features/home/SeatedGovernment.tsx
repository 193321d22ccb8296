import { electedRoles } from '@nation/domain/elections'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../lib/query/query'
import { useLive } from '../../lib/live/live'
import { Loading, Stack, Row, Text } from '../../ui'
import { governmentPath } from '../government'
import home from './Home.module.css'
import { NoteSkeleton } from './NoteSkeleton'
import classes from './SeatedGovernment.module.css'
import { useLazily } from './use-lazily'
import { useNear } from './use-near'
import { useSeen } from './use-seen'

const load = () => import('./OfficialsCarousel')

/** Who governs this week, president first. A failure stays silent: the page has more to say (requirements 1.8). */
export function SeatedGovernment() {
  const place = useRef<HTMLElement>(null)
  const live = useLive((state) => state.live)
  const { data, isError } = useCall('members.get-government', {}, { every: live ? false : 60_000 })
  const { Part: Carousel, failed } = useLazily(load, useNear(place))
  const seen = useSeen(place)
  if ((isError && !data) || failed) return null
  return (
    <Stack
      ref={place}
      as="section"
      gap={5}
      className={home.far}
      aria-labelledby="seated"
      data-life={seen ? 'awake' : 'resting'}
    >
      <Row gap={[3, 5]} align="end" justify="between">
        <Text id="seated" as="h2" step={4} face="display" className={home.heading}>
          In office this week
        </Text>
        <Link to={governmentPath}>All government staff</Link>
      </Row>
      <div className={classes.place} data-waiting={data && Carousel ? undefined : ''}>
        {data && Carousel ? <Carousel /> : <Waiting unknown={!data} />}
      </div>
    </Stack>
  )
}

/** The room of the carousel. While it is only its code that has not come near, nothing is announced. */
function Waiting({ unknown }: { unknown: boolean }) {
  const notes = electedRoles.slice(0, 4).map((role) => <NoteSkeleton key={role} role={role} />)
  if (unknown) {
    return (
      <Loading label="Loading the government" className={classes.strip}>
        {notes}
      </Loading>
    )
  }
  return (
    <div className={classes.strip} aria-hidden="true">
      {notes}
    </div>
  )
}

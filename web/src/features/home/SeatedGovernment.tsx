import { officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useCall } from '../../lib/query/query'
import { Bone, CitizenAvatar, Loading, officeLooks, officeStyle } from '../../ui'
import { seatsOf } from '../government/seats'
import type { Seat } from '../government/seats'
import home from './Home.module.css'
import classes from './SeatedGovernment.module.css'

/** Who governs this week, president first. A failure stays silent: the page has more to say (spec section 8). */
export function SeatedGovernment() {
  const { data, isError } = useCall('members.get-government', {})
  if (isError && !data) return null
  return (
    <section className={home.section} aria-labelledby="seated">
      <div className={home.headRow}>
        <h2 id="seated" className={home.heading}>
          In office this week
        </h2>
        <Link to="/gov-staff">All government staff</Link>
      </div>
      {data ? (
        <ul className={classes.strip}>
          {seatsOf(data.members).elected.map((seat) => (
            <li key={seat.role}>
              <SeatNote {...seat} />
            </li>
          ))}
        </ul>
      ) : (
        <Loading label="Loading the government" className={classes.strip}>
          {Array.from({ length: 9 }, (_, index) => (
            <Bone key={index} height="11.5rem" />
          ))}
        </Loading>
      )}
    </section>
  )
}

/** A seat as a small note of its denomination. */
function SeatNote({ role, member }: Seat) {
  return (
    <Link to="/gov-staff" className={classes.note} style={officeStyle(role)}>
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </span>
      {member ? (
        <CitizenAvatar id={member.uid} name={member.username} picture={member.profilePicture} size={64} />
      ) : (
        <span className={classes.vacant} aria-hidden="true" />
      )}
      <strong className={classes.name}>{member ? member.username : 'Position Vacant'}</strong>
      <span className={classes.title}>{officeTitle(role)}</span>
    </Link>
  )
}

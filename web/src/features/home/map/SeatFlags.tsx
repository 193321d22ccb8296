import { useState } from 'react'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { officeStyle } from '../../../ui'
import { holdersOf, seatsOf, turnsSince, type Seat } from '../../government'
import { at, line } from './drawing/iso'
import { seatPoles } from './drawing/landmarks'
import classes from './Life.module.css'

/** In front of the Government Building a pole for each elected seat, and on it the office's flag while the seat is held. */
export function SeatFlags() {
  const live = useLive((state) => state.live)
  const { data } = useCall('members.get-government', {}, { every: live ? false : 60_000 })
  return data ? <Flags seats={seatsOf(data.members).elected} /> : null
}

/** The flags of these seats; those that were there from the beginning are not hoisted. */
export function Flags({ seats }: { seats: readonly Seat[] }) {
  // Who held each seat when the map was opened: a flag that is there is not hoisted.
  const [first] = useState(() => holdersOf(seats))
  const turns = turnsSince(first, seats)
  return seats.map(({ role, member }, place) => {
    const [x, y] = seatPoles[place] ?? [0, 0]
    const [left, top] = at(x, y, POLE)
    return (
      <g key={role} data-seat={role} style={officeStyle(role)}>
        <path d={line(at(x, y), [left, top])} className={classes.pole} />
        {member && (
          <g key={member.uid} transform={`translate(${left} ${top + 1})`}>
            <g className={turns.has(role) ? classes.hoisted : undefined}>
              <path d="M0 0C5 -2 8 2.5 14 0V9C8 11.5 5 7 0 9Z" className={classes.flag} data-hue="seat" />
            </g>
          </g>
        )}
      </g>
    )
  })
}

/** How high a pole is, in the plan's units. */
const POLE = 8

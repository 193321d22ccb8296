import { Link } from 'react-router-dom'
import { signIn, useSession } from '../../../lib/session/session'
import { toast } from '../../../ui'
import { buildings, lockOf } from './buildings'
import type { Building } from './buildings'
import classes from './Pins.module.css'
import { BuildingMark } from './BuildingMark'

/** The pins of the four buildings, in percent of the picture, and the buildings themselves as larger targets. */
export function Pins({ onReach }: { onReach: (pin: HTMLElement) => void }) {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return (
    <ul className={classes.pins} aria-label="Pins on the map">
      {buildings.map((building) => {
        const { left, top } = building.pin
        const [x, y, width, height] = building.area
        const lock = lockOf(building, signedIn)
        const position = { left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }
        return (
          <li key={building.id} data-building={building.id}>
            <Door building={building} lock={lock} className={classes.area} style={position} hidden />
            <div className={classes.pin} style={{ left: `${left}%`, top: `${top}%` }}>
              <Door building={building} lock={lock} className={classes.plate} onFocus={onReach}>
                <BuildingMark building={building.id} locked={lock !== null} className={classes.mark} />
                <span className={classes.name}>{building.name}</span>
                {lock !== null && <span className={classes.lock}>{lock}</span>}
              </Door>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface DoorProps {
  building: Building
  lock: ReturnType<typeof lockOf>
  className?: string | undefined
  style?: React.CSSProperties
  /** A second way in, for the pointer alone. */
  hidden?: boolean
  onFocus?: (door: HTMLElement) => void
  children?: React.ReactNode
}

/** The way into a building: a link when its door is open, otherwise a button that says or does what opens it. */
function Door({ building, lock, hidden = false, onFocus, ...rest }: DoorProps) {
  const shared = {
    ...rest,
    draggable: false,
    ...(hidden && { tabIndex: -1, 'aria-hidden': true }),
    onFocus: (event: React.FocusEvent<HTMLElement>) => onFocus?.(event.currentTarget),
  }
  const { path } = building
  if (lock === null && path !== null) return <Link {...shared} to={path} />
  if (path !== null) return <button type="button" {...shared} data-locked onClick={() => signIn(path)} />
  const tell = () => toast.info(`The ${building.name} is not open yet.`)
  return <button type="button" {...shared} data-locked aria-disabled="true" onClick={tell} />
}

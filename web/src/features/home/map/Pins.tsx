import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { signIn } from '../../../lib/session/session'
import { toast } from '../../../ui'
import { BuildingMark } from './BuildingMark'
import type { Building, Lock } from './buildings'
import classes from './Pins.module.css'
import { useDoors } from './use-doors'

/**
 * The pins of the four buildings, in percent of the picture, and the buildings themselves as larger targets. They keep their size
 * where `--map-scale` on the list is the map's scale.
 */
export function Pins({ ref, onReach }: { ref: React.Ref<HTMLUListElement>; onReach: (pin: HTMLElement) => void }) {
  return (
    <ul ref={ref} className={classes.pins} aria-label="Pins on the map">
      {useDoors().map(({ building, lock }) => {
        const { id, name, pin, area } = building
        const [left, top, width, height] = area.map((part) => `${part}%`)
        return (
          <li key={id} data-building={id}>
            <Door
              building={building}
              lock={lock}
              className={classes.area}
              style={{ left, top, width, height }}
              hidden
            />
            <div className={classes.pin} style={{ left: `${pin.left}%`, top: `${pin.top}%` }}>
              <Door building={building} lock={lock} className={classes.plate} onFocus={onReach}>
                <BuildingMark building={id} locked={lock !== null} className={classes.mark} />
                <span className={classes.name}>{name}</span>
                {lock !== null && (
                  <>
                    <IconLock size={12} aria-hidden className={classes.key} />
                    <span className={classes.lock}>{lock}</span>
                  </>
                )}
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
  lock: Lock | null
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
  const { name, path } = building
  if (lock === null) return <Link {...shared} to={path} />
  const enter =
    lock === 'Locked' ? () => void toast.info(`The ${name} has not opened its doors yet.`) : () => signIn(path)
  return <button type="button" {...shared} data-locked aria-disabled={lock === 'Locked'} onClick={enter} />
}

import { Link } from 'react-router-dom'
import { useSession } from '../../../lib/session/session'
import { BuildingMark } from './BuildingMark'
import { buildings, lockOf } from './buildings'
import classes from './Directory.module.css'

/** The buildings as a plain list, for whoever does not look at the picture. */
export function Directory() {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return (
    <ul className={classes.list} aria-label="Buildings of the capital">
      {buildings.map((building) => {
        const { id, name, purpose, path } = building
        const lock = lockOf(building, signedIn)
        return (
          <li key={id} className={classes.building}>
            <BuildingMark building={id} locked={lock !== null} />
            <div>
              <strong className={classes.name}>
                {lock === null && path !== null ? <Link to={path}>{name}</Link> : name}
              </strong>
              <p className={classes.purpose}>{purpose}</p>
              {lock !== null && <p className={classes.lock}>{lock}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

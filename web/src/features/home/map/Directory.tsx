import { Link } from 'react-router-dom'
import { BuildingMark } from './BuildingMark'
import { needsOf } from './buildings'
import classes from './Directory.module.css'
import { useDoors } from './use-doors'

/** The buildings as a plain list, for visitors who do not use the picture. */
export function Directory() {
  return (
    <ul className={classes.list} aria-label="Buildings of the capital">
      {useDoors().map(({ building: { id, name, purpose, path }, lock }) => (
        <li key={id} className={classes.building}>
          <BuildingMark building={id} locked={lock !== null} />
          <div>
            <strong className={classes.name}>{lock === null ? <Link to={path}>{name}</Link> : name}</strong>
            <p className={classes.purpose}>{purpose}</p>
            {lock !== null && (
              <>
                <p className={classes.lock}>{lock}</p>
                <p className={classes.needs}>{needsOf[lock]}</p>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

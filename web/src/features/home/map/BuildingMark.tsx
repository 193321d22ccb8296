import { classNames } from '../../../ui'
import classes from './BuildingMark.module.css'
import type { Building } from './buildings'

/** A building's outline on a 24 by 24 grid. */
const outlines: Readonly<Record<Building['id'], string>> = {
  election: 'M9 21V8h6v13M9 8l3-5 3 5M12 11.2v2l1.3.9M3 21v-7h6v7M15 21v-7h6v7M2 21h20',
  government: 'M3 21h18M5 21v-5h14v5M8 16v-3h8v3M8 13a4 4.6 0 0 1 8 0M12 8.4V4M12 4h2.6v1.8H12',
  vote: 'M4 12h16v9H4zM7.5 12h9M9 12V4h6v8M8.6 16.6l2.4 2.2 4.6-4.4',
  law: 'M3 21h18M4.5 18.5h15M6 18.5V11M10 18.5V11M14 18.5V11M18 18.5V11M3.5 11h17L12 5z',
}

/** The mark of one of the four buildings; with a lock where its door is closed. */
export function BuildingMark({
  building,
  locked,
  className,
}: {
  building: Building['id']
  locked: boolean
  className?: string | undefined
}) {
  return (
    <span className={classNames(classes.mark, className)} data-building={building} aria-hidden="true">
      <svg viewBox="0 0 24 24" focusable="false">
        <path d={outlines[building]} />
      </svg>
      {locked && (
        <svg viewBox="0 0 16 16" className={classes.lock} focusable="false">
          <path d="M3.5 7h9v7h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
        </svg>
      )}
    </span>
  )
}

import type { GovernmentRole } from '@nation/domain/permissions'
import { useState } from 'react'
import { classNames } from '../class-names'
import { LineWork } from '../LineWork'
import { Text } from '../parts/parts'
import { officeLooks, officeStyle, stateStyle } from '../offices'
import classes from './OfficeBanner.module.css'

interface Props {
  /** The seed of the engraving that stands in for a missing picture. */
  id: string
  /** Null while it is not known for which office: the engraving is the state's own. */
  role: GovernmentRole | null
  picture: string | null
  className?: string | undefined
}

/** A banner; without a picture, or when it does not load, a note of the office's denomination, engraved from the id. */
export function OfficeBanner({ id, role, picture, className }: Props) {
  const [broken, setBroken] = useState(false)
  return (
    <div
      className={classNames(classes.banner, className)}
      style={role === null ? stateStyle : officeStyle(role)}
      aria-hidden="true"
    >
      {picture && !broken ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <>
          <LineWork seed={id} kind="band" className={classes.band} />
          <LineWork seed={id} className={classes.rosette} />
          {role !== null && (
            <Text as="span" tone="office" face="display" className={classes.numeral}>
              {officeLooks[role].numeral}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

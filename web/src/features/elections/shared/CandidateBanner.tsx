import { useState } from 'react'
import { classNames, LineWork, officeLooks, officeStyle } from '../../../ui'
import type { GovernmentRole } from '@nation/domain/citizens'
import classes from './CandidateBanner.module.css'

interface Props {
  id: string
  role: GovernmentRole
  picture: string | null
  className?: string | undefined
}

/** A candidate's banner; without a picture, a note of the office's denomination, engraved from the candidate's id. */
export function CandidateBanner({ id, role, picture, className }: Props) {
  const [broken, setBroken] = useState(false)
  return (
    <div className={classNames(classes.banner, className)} style={officeStyle(role)} aria-hidden="true">
      {picture && !broken ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <>
          <LineWork seed={id} kind="band" className={classes.band} />
          <LineWork seed={id} className={classes.rosette} />
          <span className={classes.numeral}>{officeLooks[role].numeral}</span>
        </>
      )}
    </div>
  )
}

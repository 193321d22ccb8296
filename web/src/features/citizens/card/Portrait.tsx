import { useState } from 'react'
import { classNames, initialsOf, LineWork, Text } from '../../../ui'
import classes from './Portrait.module.css'

interface Props {
  id: string
  name: string
  picture: string | null
  className?: string | undefined
}

/** The holder's portrait as a document carries it; without a picture, the holder's own engraving with initials. */
export function Portrait({ id, name, picture, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = picture === broken ? null : picture
  return (
    <div className={classNames(classes.portrait, className)}>
      {shown ? (
        <img src={shown} alt="" decoding="async" onError={() => setBroken(shown)} />
      ) : (
        <>
          <LineWork seed={id} className={classes.rosette} fit="slice" />
          <Text as="span" face="title" className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </Text>
        </>
      )}
    </div>
  )
}

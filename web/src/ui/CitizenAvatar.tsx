import { Text } from './parts/parts'
import { useState } from 'react'
import classes from './CitizenAvatar.module.css'
import { classNames } from './class-names'
import { LineWork } from './LineWork'

interface Props {
  /** The citizen's id: the seed of the rosette that stands in for a missing picture. */
  id: string
  name: string
  picture?: string | null
  /** Diameter in pixels. */
  size?: number
  className?: string | undefined
}

/** First letters of the first and last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/**
 * A portrait; without a picture, or when it does not load, the citizen's own rosette with initials. The initials alone stand there
 * until a picture has come. All of it is ornament: the name stands beside it.
 */
export function CitizenAvatar({ id, name, picture, size = 48, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const shown = picture && picture !== broken ? picture : null
  return (
    <span
      className={classNames(classes.avatar, className)}
      style={{ width: size, height: size, fontSize: size * 0.3 }}
      // A picture may be transparent: what waited for it goes.
      data-awaits={shown !== null && shown !== loaded ? initialsOf(name) : undefined}
      aria-hidden="true"
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onLoad={() => setLoaded(shown)}
          onError={() => setBroken(shown)}
        />
      ) : (
        <>
          <LineWork seed={id} className={classes.rosette} />
          <Text as="span" face="title" className={classes.initials}>
            {initialsOf(name)}
          </Text>
        </>
      )}
    </span>
  )
}

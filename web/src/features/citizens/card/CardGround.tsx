import { memo, useId, useMemo } from 'react'
import { engravedBand, rosette, Strands } from '../../../ui'
import classes from './IdCard.module.css'

interface Props {
  /** The holder's id: no other card is engraved like this one. */
  seed: string
}

const WIDTH = 856
const HEIGHT = 540

/**
 * What the card is printed on: a band and a rosette of the holder's own, in ink that turns from the office's hue to
 * another and back, and a crest in foil.
 */
export const CardGround = memo(function CardGround({ seed }: Props) {
  const id = useId()
  const [band, flower, crest] = useMemo(
    () => [engravedBand(seed, WIDTH * 1.1, 380), rosette(seed, 520), rosette(`${seed} crest`, 150)],
    [seed],
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // A card with more lines of words is higher: it is cut at the left, where the words are, and never through the crest.
      preserveAspectRatio="xMaxYMid slice"
      className={classes.ground}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}ink`} gradientUnits="userSpaceOnUse" x1={-WIDTH / 2} x2={WIDTH / 2}>
          <stop offset="0" stopColor="var(--hue)" />
          <stop offset="0.5" stopColor="var(--second)" />
          <stop offset="1" stopColor="var(--hue)" />
        </linearGradient>
        <linearGradient id={`${id}foil`} gradientUnits="userSpaceOnUse" x1="-75" y1="-75" x2="75" y2="75">
          <stop offset="0" stopColor="var(--office-citizensMinister)" />
          <stop offset="0.35" stopColor="var(--office-marketingMinister)" />
          <stop offset="0.65" stopColor="var(--office-secretary)" />
          <stop offset="1" stopColor="var(--office-financeMinister)" />
        </linearGradient>
      </defs>
      <g transform={`translate(${WIDTH / 2} 255)`} stroke={`url(#${id}ink)`} className={classes.band}>
        <Strands engraving={band} />
      </g>
      <g transform="translate(772 330)" stroke="var(--hue)" className={classes.flower}>
        <Strands engraving={flower} />
      </g>
      <g transform="translate(728 186)" stroke={`url(#${id}foil)`} className={classes.foil}>
        <Strands engraving={crest} />
      </g>
    </svg>
  )
})

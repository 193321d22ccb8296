import { memo, useId, useMemo } from 'react'
import classes from './Capital.module.css'
import { drawCapital } from './draw-capital'
import { at, paper } from './iso'
import { sites } from './landmarks'
import type { Stroke } from './scene'
import { patternName, WallPatterns } from './WallPatterns'

/** The capital as one picture: day in the light scheme, night in the dark. Decoration; its buildings are listed elsewhere. */
export const Capital = memo(function Capital() {
  const id = useId()
  const drawing = useMemo(() => drawCapital(), [])
  const { width, height, horizon } = paper
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.capital} aria-hidden="true" focusable="false">
      <defs>
        <WallPatterns id={id} />
        <Fade id={`${id}sky`} stops={['sky-top', 'sky-middle', 'sky-foot']} />
        <Fade id={`${id}water`} stops={['water-far', 'water-near']} />
        <Fade id={`${id}haze`} stops={['haze-none', 'haze-full', 'haze-none']} />
        <radialGradient id={`${id}flood`}>
          <stop className={classes['flood-full']} />
          <stop offset="1" className={classes['flood-none']} />
        </radialGradient>
        <clipPath id={`${id}bed`}>
          <path d={drawing.bed} />
        </clipPath>
      </defs>
      <rect width={width} height={horizon + 20} fill={`url(#${id}sky)`} />
      <Strokes strokes={drawing.land} id={id} />
      <rect y={horizon - 4} width={width} height={height - horizon + 4} className={classes.street} />
      <Strokes strokes={drawing.ground} id={id} />
      {Object.entries(sites).map(([name, place]) => {
        const [cx, cy] = at(place[0], place[1])
        return <ellipse key={name} cx={cx} cy={cy} rx="230" ry="125" fill={`url(#${id}flood)`} />
      })}
      <path d={drawing.bed} className={classes.embankment} />
      <g clipPath={`url(#${id}bed)`}>
        <path d={drawing.bed} transform="translate(0 7)" fill={`url(#${id}water)`} />
        <Strokes strokes={drawing.water} id={id} />
      </g>
      <Strokes strokes={drawing.far} id={id} />
      <rect y={horizon - 110} width={width} height="260" fill={`url(#${id}haze)`} />
      <Strokes strokes={drawing.near} id={id} />
    </svg>
  )
})

function Strokes({ strokes, id }: { strokes: readonly Stroke[]; id: string }) {
  return strokes.map(({ tone, d }, index) =>
    tone.startsWith('win-') ? (
      <path key={index} d={d} fill={`url(#${patternName(id, tone)})`} />
    ) : (
      <path key={index} d={d} className={classes[tone]} />
    ),
  )
}

function Fade({ id, stops }: { id: string; stops: readonly string[] }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      {stops.map((tone, index) => (
        <stop key={index} offset={index / (stops.length - 1)} className={classes[tone]} />
      ))}
    </linearGradient>
  )
}

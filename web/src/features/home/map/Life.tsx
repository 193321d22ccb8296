import { memo } from 'react'
import { ellipse, line, at, paper } from './drawing/iso'
import type { Point } from './drawing/iso'
import { flagpoles } from './drawing/landmarks'
import { onWater } from './drawing/river'
import classes from './Life.module.css'
import { SeatFlags } from './SeatFlags'

const cloud =
  'M8 40H168C186 40 186 22 170 22C168 8 146 4 136 14C126 -4 92 -4 84 14C72 6 54 12 54 24C40 18 28 26 30 32C16 28 4 34 8 40Z'
const cloudLines = [18, 23, 28, 33]
  .map((y, index) => `M${[62, 44, 34, 18][index]} ${y}H${[128, 146, 160, 168][index]}`)
  .join('')

const clouds = [
  { y: 34, size: 1, seconds: 210, from: -0.12 },
  { y: 74, size: 0.7, seconds: 260, from: -0.5 },
  { y: 18, size: 0.55, seconds: 300, from: -0.84 },
] as const

/** A boat's way: points of the river between two bridges. */
const ways = [
  { from: 0.615, to: 0.695, lane: -0.2, seconds: 46 },
  { from: 0.775, to: 0.95, lane: 0.3, seconds: 64 },
] as const

const place = ([x, y]: Point) => `${x.toFixed(1)}px, ${y.toFixed(1)}px`

/** What moves in the capital: flags, those of the government too, boats, clouds, birds. It rests out of view and with reduced motion. */
export const Life = memo(function Life({ resting, bursts }: { resting: boolean; bursts: number }) {
  return (
    <svg
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      className={classes.life}
      data-life={resting ? 'resting' : 'awake'}
      aria-hidden="true"
      focusable="false"
    >
      {clouds.map(({ y, size, seconds, from }) => (
        <g
          key={y}
          className={classes.cloud}
          style={
            {
              '--y': `${y}px`,
              '--size': size,
              animationDuration: `${seconds}s`,
              animationDelay: `${from * seconds}s`,
            } as React.CSSProperties
          }
        >
          <path d={cloud} className={classes.vapour} />
          <path d={cloudLines} className={classes.engraved} />
        </g>
      ))}
      <g className={classes.birds}>
        {[0, 1, 2, 3, 4].map((index) => (
          <path
            key={index}
            d="M-6 -2Q-2.5 -4 0 0Q2.5 -4 6 -2"
            transform={`translate(${(index % 2 ? -1 : 1) * Math.ceil(index / 2) * 13} ${Math.ceil(index / 2) * 7})`}
          />
        ))}
      </g>
      {flagpoles.map(({ top, hue }) => {
        const [x, y] = at(top[0], top[1], top[2])
        return (
          <g key={hue} transform={`translate(${x} ${y})`}>
            <path d="M0 0C6 -2.5 10 3 17 0V10C10 13 6 7.5 0 10Z" className={classes.flag} data-hue={hue} />
          </g>
        )
      })}
      <SeatFlags />
      {ways.map(({ from, to, lane, seconds }) => (
        <Boat
          key={from}
          stops={[0, 1, 2, 3].map((n) => onWater(from + ((to - from) * n) / 3, lane))}
          seconds={seconds}
        />
      ))}
      {bursts > 0 && <Fireworks key={bursts} />}
    </svg>
  )
})

function Boat({ stops, seconds }: { stops: readonly Point[]; seconds: number }) {
  const places = Object.fromEntries(stops.map((stop, index) => [`--stop-${index}`, place(stop)]))
  return (
    <g className={classes.boat} style={{ ...places, animationDuration: `${seconds}s` }}>
      <path d="M-20 3Q0 12 20 3M-28 6Q0 19 28 6" className={classes.wake} />
      <path d="M-15 -2L15 -2Q13 6 8 6H-8Q-13 6 -15 -2Z" className={classes.hull} />
      <path d="M-9 -8H9V-2H-9ZM-4 -12H5V-8H-4Z" className={classes.cabin} />
      <path d="M-7 -6.4H-4M-2 -6.4H1M3 -6.4H6" className={classes.portholes} />
    </g>
  )
}

/** Over the square of the Government Building, when a citizen has joined. */
function Fireworks() {
  return [
    { x: 470, y: 120, hue: 'president', delay: 0 },
    { x: 760, y: 92, hue: 'gold', delay: 0.45 },
    { x: 615, y: 66, hue: 'secretary', delay: 0.9 },
  ].map(({ x, y, hue, delay }) => (
    <g key={hue} transform={`translate(${x} ${y})`}>
      <g className={classes.burst} data-hue={hue} style={{ animationDelay: `${delay}s` }}>
        <path
          d={Array.from({ length: 18 }, (_, index) => {
            const angle = (index / 18) * 2 * Math.PI
            const ray = (radius: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)]
            return (
              line(ray(index % 2 ? 18 : 26), ray(index % 2 ? 44 : 58)) + ellipse(ray(index % 2 ? 50 : 66), 1.6, 1.6)
            )
          }).join('')}
        />
      </g>
    </g>
  ))
}

import { electedRoles } from '@nation/domain/elections'
import { memo, useMemo } from 'react'
import { officeLooks, rosette, Seal, Strands } from '../../ui'
import classes from './NineRosette.module.css'

/** The seed that the state chose for its own rosette. */
const STATE_SEED = 'the nation'
const RADIUS = 92
/** The degrees that each office has of the ring. */
const turn = 360 / electedRoles.length

/** The rosette of the state: an engraving ringed by the offices in their denominations, the seal at its heart. */
export const NineRosette = memo(function NineRosette({ className }: { className?: string | undefined }) {
  const engraving = useMemo(() => rosette(STATE_SEED, 168), [])
  return (
    <div className={className} aria-hidden="true">
      <div className={classes.frame}>
        <svg viewBox="-100 -100 200 200" className={classes.weave} fill="none" stroke="currentColor" focusable="false">
          <Strands engraving={engraving} />
        </svg>
        <svg viewBox="-100 -100 200 200" className={classes.offices} focusable="false">
          {electedRoles.map((role, index) => (
            <g key={role} stroke={officeLooks[role].hue} fill="none">
              <path d={arc(index, RADIUS)} strokeWidth="4.4" />
              <path d={arc(index, RADIUS - 4.4)} strokeWidth="0.5" />
              <path d={arc(index, RADIUS + 4.2)} strokeWidth="0.5" />
            </g>
          ))}
        </svg>
        <Seal fine className={classes.seal} />
      </div>
    </div>
  )
})

function arc(index: number, radius: number): string {
  const point = (degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }
  return `M${point((index - 0.46) * turn)}A${radius} ${radius} 0 0 1 ${point((index + 0.46) * turn)}`
}

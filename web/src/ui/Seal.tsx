import { electedRoles } from '@nation/domain/elections'
import { memo } from 'react'

const polar = (radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [Math.round(radius * Math.cos(angle) * 100) / 100, Math.round(radius * Math.sin(angle) * 100) / 100] as const
}

const SEATS = electedRoles.length
const seatAngles = Array.from({ length: SEATS }, (_, index) => (index * 360) / SEATS)
const star = Array.from({ length: SEATS * 2 }, (_, index) =>
  polar(index % 2 === 0 ? 30 : 21.5, (index * 360) / (SEATS * 2)).join(','),
).join(' ')
const milling = Array.from({ length: 90 }, (_, index) => {
  const [x1, y1] = polar(46.2, index * 4)
  const [x2, y2] = polar(48.8, index * 4)
  return `M${x1} ${y1}L${x2} ${y2}`
}).join('')

interface Props {
  className?: string | undefined
  /** Spoken name; without one the seal is decoration. */
  label?: string | undefined
  /** `fine` adds the milled edge and the seats; leave it off below 40 px. */
  fine?: boolean
}

/** The great seal: a point of the star and a seat around it for each elected office, and the N. */
export const Seal = memo(function Seal({ className, label, fine = false }: Props) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      <g fill="none" stroke="currentColor">
        <circle r={fine ? 44.5 : 47} strokeWidth={fine ? 1 : 3} />
        {fine && <circle r="49.3" strokeWidth="0.7" />}
        {fine && <path d={milling} strokeWidth="0.8" />}
        {fine && <circle r="33.6" strokeWidth="0.5" />}
        {fine && <circle r="32.2" strokeWidth="0.5" strokeDasharray="0.6 1.1" />}
      </g>
      {seatAngles.map((angle) => {
        const [cx, cy] = polar(fine ? 39.2 : 40, angle)
        return <circle key={angle} cx={cx} cy={cy} r={fine ? 2.1 : 2.8} fill="currentColor" />
      })}
      <polygon points={star} fill="currentColor" />
      <path d="M-9 11V-11h5.2L4.2 2.4V-11H9v22H3.9L-4.2-2.6V11Z" fill="var(--seal-ground, var(--paper))" />
    </svg>
  )
})

import { memo, useId, useMemo } from 'react'
import { engravedBand, rosette } from './guilloche'
import type { Engraving } from './guilloche'

interface Props {
  /** Whose engraving: an id. */
  seed: string
  kind?: 'rosette' | 'band'
  className?: string | undefined
  /** How the drawing fills its box: `slice` covers it, `meet` is seen whole. */
  fit?: 'slice' | 'meet'
}

/** Engraved line work in the current colour. Decoration: hidden from assistive technology. */
export const LineWork = memo(function LineWork({ seed, kind = 'rosette', className, fit }: Props) {
  const engraving = useMemo(() => (kind === 'band' ? engravedBand(seed) : rosette(seed)), [seed, kind])
  const { width, height } = engraving
  return (
    <svg
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      preserveAspectRatio={`xMidYMid ${fit ?? (kind === 'band' ? 'slice' : 'meet')}`}
      className={className}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <Strands engraving={engraving} />
    </svg>
  )
})

/** The bare lines of an engraving, for use inside another drawing. */
export function Strands({ engraving }: { engraving: Engraving }) {
  const id = useId()
  return engraving.lines.map((line, index) => (
    <g key={index} strokeWidth={line.width} strokeOpacity={line.opacity}>
      <defs>
        <path id={`${id}${index}`} d={line.path} vectorEffect="non-scaling-stroke" />
      </defs>
      {line.strands.map((transform) => (
        <use key={transform} href={`#${id}${index}`} transform={transform} />
      ))}
    </g>
  ))
}

import { positions } from '@nation/domain/elections'
import { colours } from './look'

const polar = (radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [radius * Math.cos(angle), radius * Math.sin(angle)].map((at) => at.toFixed(1))
}

const turn = 360 / positions.length
const points = Array.from({ length: positions.length * 2 }, (_, at) =>
  polar(at % 2 === 0 ? 30 : 21.5, (at * turn) / 2).join(','),
)
const dots = positions.map((_, at) => {
  const [cx, cy] = polar(40, at * turn)
  return `<circle cx="${cx}" cy="${cy}" r="2.8" fill="${colours.state}"/>`
})

/** The great seal, as `web/src/ui/Seal.tsx` draws it where it is small. */
export const greatSeal = `<circle r="47" fill="${colours.paper}" stroke="${colours.state}" stroke-width="3"/>${dots.join('')}
  <polygon points="${points.join(' ')}" fill="${colours.state}"/>
  <path d="M-9 11V-11h5.2L4.2 2.4V-11H9v22H3.9L-4.2-2.6V11Z" fill="${colours.paper}"/>`

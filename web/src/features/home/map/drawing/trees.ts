import { at, ellipse } from './iso'
import type { Chance, Point } from './iso'
import type { Stroke, Thing } from './scene'

const PX = (value: number) => Math.round(value * 10) / 10

/** A tree at a place: crown, the engraver's arcs on its shaded side, a shadow on the ground. */
function strokesOf([x, y]: Point, size: number, kind: 'a' | 'b' | 'cypress'): Stroke[] {
  const [px, py] = at(x, y)
  if (kind === 'cypress') {
    const [w, h] = [size * 2.1, size * 13]
    const body = `M${PX(px - w)} ${PX(py - 2)}Q${PX(px - w)} ${PX(py - h * 0.7)} ${PX(px)} ${PX(py - h)}Q${PX(px + w)} ${PX(py - h * 0.7)} ${PX(px + w)} ${PX(py - 2)}Q${PX(px)} ${PX(py + 1)} ${PX(px - w)} ${PX(py - 2)}Z`
    const arcs = `M${PX(px + w * 0.35)} ${PX(py - 1)}Q${PX(px + w * 0.5)} ${PX(py - h * 0.6)} ${PX(px)} ${PX(py - h)}M${PX(px + w * 0.75)} ${PX(py - 1.4)}Q${PX(px + w * 0.8)} ${PX(py - h * 0.62)} ${PX(px)} ${PX(py - h)}`
    return [
      { tone: 'tree-c', d: body },
      { tone: 'leaf', d: arcs },
    ]
  }
  const radius = size * 5.2
  const cy = py - radius * 1.35
  const arc = (inset: number) => {
    const r = radius - inset
    return `M${PX(px + r * 0.75)} ${PX(cy - r * 0.66)}A${PX(r)} ${PX(r)} 0 0 1 ${PX(px - r * 0.5)} ${PX(cy + r * 0.87)}`
  }
  return [
    { tone: 'shadow', d: ellipse([px + radius * 0.5, py], radius * 0.95, radius * 0.42) },
    { tone: 'trunk', d: `M${PX(px)} ${PX(py)}V${PX(cy)}` },
    { tone: `tree-${kind}`, d: ellipse([px, cy], radius, radius) },
    { tone: 'leaf', d: arc(1.1) + arc(2.3) + (size > 0.85 ? arc(3.6) : '') },
  ]
}

/** A tree as a thing of its own, which may stand between houses. */
export function tree(place: Point, chance: Chance, size = chance.between(0.75, 1.1)): Thing {
  const [x, y] = place
  const kind = chance.happens(0.16) ? 'cypress' : chance.happens(0.5) ? 'a' : 'b'
  return { from: [x - 0.5, y - 0.5], to: [x + 0.5, y + 0.5], strokes: strokesOf(place, size, kind) }
}

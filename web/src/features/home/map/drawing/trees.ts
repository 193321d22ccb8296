import { at, ellipse } from './iso'
import type { Chance, Point } from './iso'
import type { Stroke, Thing } from './scene'
import { around } from './solids'
import type { Plot } from './solids'

const PX = (value: number) => Math.round(value * 10) / 10

/** A tree at a place: its crown, and the engraver's arcs on the shaded side. */
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
    { tone: `tree-${kind}`, d: ellipse([px, cy], radius, radius) },
    {
      tone: 'leaf',
      d: `M${PX(px)} ${PX(py)}V${PX(cy + radius)}` + arc(1.1) + arc(2.3) + (size > 0.85 ? arc(3.6) : ''),
    },
  ]
}

interface Planting {
  readonly place: Point
  readonly size: number
  readonly kind: 'a' | 'b' | 'cypress'
}

/** Chooses a tree for a place. */
export const seedling = (place: Point, chance: Chance, size = chance.between(0.75, 1.1)): Planting => ({
  place,
  size,
  kind: chance.happens(0.16) ? 'cypress' : chance.happens(0.5) ? 'a' : 'b',
})

/** How deep a row of trees is whose crowns hardly cover each other. */
const ROW = 3.2

/** Trees in rows from back to front, those of a row together. */
export function rows(trees: readonly Planting[]): Stroke[] {
  const found = new Map<number, Stroke[]>()
  for (const { place, size, kind } of trees) {
    const row = Math.round((place[0] + place[1]) / ROW)
    found.set(row, [...(found.get(row) ?? []), ...strokesOf(place, size, kind)])
  }
  const order = ['tree-a', 'tree-b', 'tree-c', 'leaf']
  return [...found.keys()]
    .toSorted((one, other) => one - other)
    .flatMap((row) =>
      order.map((tone) => ({
        tone,
        d: (found.get(row) ?? [])
          .filter((stroke) => stroke.tone === tone)
          .map(({ d }) => d)
          .join(''),
      })),
    )
    .filter(({ d }) => d !== '')
}

/** Trees that stand together on a plot, as one thing. */
export const grove = ({ x0, y0, x1, y1 }: Plot, trees: readonly Planting[]): Thing => ({
  kind: 'tree',
  from: [x0, y0],
  to: [x1, y1],
  strokes: rows(trees),
})

/** A tree that stands alone, between houses. */
export const tree = (planting: Planting): Thing => {
  const [x, y] = planting.place
  return grove(around(x, y, 0.5), [planting])
}

/** What trees throw on the ground. */
export function shadows(trees: readonly Planting[]): Stroke {
  const d = trees.map(({ place, size }) => {
    const [px, py] = at(place[0], place[1])
    return ellipse([px + 2.4, py], 5 * size, 2.2 * size)
  })
  return { tone: 'shadow', d: d.join('') }
}

export type { Planting }

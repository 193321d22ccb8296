import { bridgeLamps } from './bridges'
import { at, chanceFrom, ellipse, line } from './iso'
import type { Point } from './iso'
import { squares } from './landmarks'
import { alongBank, fromWater } from './river'
import type { Stroke, Thing } from './scene'
import { box, plot } from './solids'

const on = ([x, y]: Point, strokes: Stroke[]): Thing => ({
  kind: 'lamp',
  from: [x - 0.1, y - 0.1],
  to: [x + 0.1, y + 0.1],
  strokes,
})

/** A lamp at a place, with its light at night. */
function lamp(place: Point, height: number): Thing {
  const top = at(...place, height)
  return on(place, [
    { tone: 'post', d: line(at(...place), top) },
    { tone: 'glow', d: ellipse(top, 7, 7) },
    { tone: 'lamp', d: ellipse(top, 1.5, 1.5) },
  ])
}

const quays = () => ([1, -1] as const).flatMap((side) => alongBank(side, 0.8, 5.2))

/** Lamps along the quays and on the bridges. */
export const lamps = (): Thing[] => [
  ...quays().map((place) => lamp(place, 1.8)),
  ...bridgeLamps().map((place) => lamp(place, 3)),
]

/** What the lamps leave on the water at night. */
export function glints(): Stroke {
  const chance = chanceFrom(23)
  const d = [...quays(), ...bridgeLamps()].map((place) => {
    const [x, y] = at(...place)
    return Array.from({ length: 5 }, (_, index) => {
      const half = chance.between(1, 3.4)
      const row = y + 12 + index * chance.between(4, 6)
      return line([x - half, row], [x + half, row])
    }).join('')
  })
  return { tone: 'glint', d: d.join('') }
}

/** Cars on the streets, right-hand traffic. */
export function cars(): Thing[] {
  const chance = chanceFrom(61)
  const found: Thing[] = []
  while (found.length < 120) {
    const street = chance.whole(-7, 14) * 24 + 0.5
    const [along, lane] = [chance.between(-150, 340), chance.pick([-1.3, 1.3])]
    const onX = chance.happens(0.5)
    const [x, y]: Point = onX ? [along, street + lane] : [street - lane, along]
    const [px, py] = at(x, y)
    if (px < -20 || px > 1620 || py < 290 || py > 1020 || fromWater(x, y) < 2.5) continue
    if (squares.some((one) => x > one.x0 - 1 && x < one.x1 + 1 && y > one.y0 - 1 && y < one.y1 + 1)) continue
    const [lx, ly] = onX ? [0.85, 0.4] : [0.4, 0.85]
    const ahead = onX ? Math.sign(lane) : -Math.sign(lane) * -1
    const nose: Point = onX ? at(x + ahead * 1.1, y, 0.4) : at(x, y + ahead * 1.1, 0.4)
    found.push({
      kind: 'car',
      from: [x - lx, y - ly],
      to: [x + lx, y + ly],
      strokes: [
        ...box(plot(x - lx, y - ly, x + lx, y + ly), 0.1, 0.8, `car-${chance.pick(['a', 'a', 'b', 'c', 'd'])}`),
        { tone: 'headlight', d: ellipse(nose, 2, 1.3) },
      ],
    })
  }
  return found
}

import { at, curve, groundAt } from './iso'
import type { Point } from './iso'
import type { Stroke } from './scene'

/** The course of the river, as points of the paper, from the hills to the lower edge. */
const course: readonly Point[] = [
  [1760, 238],
  [1580, 246],
  [1420, 254],
  [1280, 264],
  [1148, 286],
  [1010, 330],
  [880, 392],
  [742, 462],
  [640, 545],
  [622, 640],
  [702, 728],
  [842, 796],
  [968, 862],
  [1030, 950],
  [1040, 1060],
]

interface Station {
  readonly x: number
  readonly y: number
  /** Unit vector across the river, to its left. */
  readonly nx: number
  readonly ny: number
  /** Half the river's width. */
  readonly half: number
}

const stations: readonly Station[] = (() => {
  const dense: Point[] = []
  for (let index = 0; index < course.length - 1; index++) {
    const near = (offset: number) => groundAt(course[Math.min(Math.max(index + offset, 0), course.length - 1)]!)
    const [before, from, to, after] = [near(-1), near(0), near(1), near(2)]
    for (let step = 0; step < 8; step++) {
      const t = step / 8
      const spline = (a: number, b: number, c: number, d: number) =>
        b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
      dense.push([spline(before[0], from[0], to[0], after[0]), spline(before[1], from[1], to[1], after[1])])
    }
  }
  return dense.map(([x, y], index) => {
    const [ax, ay] = dense[Math.max(index - 1, 0)]!
    const [bx, by] = dense[Math.min(index + 1, dense.length - 1)]!
    const length = Math.hypot(bx - ax, by - ay) || 1
    return { x, y, nx: (by - ay) / length, ny: (ax - bx) / length, half: 1.8 + 9 * (index / dense.length) ** 0.8 }
  })
})()

/** How far a place is from the water's edge, in units; negative in the water. */
export function fromWater(x: number, y: number): number {
  let nearest = 1e3
  for (const one of stations) {
    const [dx, dy, within] = [one.x - x, one.y - y, nearest + one.half]
    const square = dx * dx + dy * dy
    if (square < within * within) nearest = Math.sqrt(square) - one.half
  }
  return nearest
}

const beside = (offset: (one: Station, index: number) => number, z = 0): Point[] =>
  stations.map((one, index) => {
    const by = offset(one, index)
    return at(one.x + one.nx * by, one.y + one.ny * by, z)
  })

const bank = (side: 1 | -1, more = 0) => beside((one) => side * (one.half + more))

/** A band along the river, this much wider than the water on each side. */
export function riverBand(more: number): string {
  const back = curve(bank(-1, more).toReversed())
  return `${curve(bank(1, more))}L${back.slice(1)}Z`
}

/** Places along a bank, at a distance from the water, about as far apart as said. */
export function alongBank(side: 1 | -1, distance: number, apart: number): Point[] {
  const places: Point[] = []
  let walked = apart
  for (const [index, one] of stations.entries()) {
    const by = side * (one.half + distance)
    const place: Point = [one.x + one.nx * by, one.y + one.ny * by]
    const last = stations[index - 1]
    if (last) walked += Math.hypot(one.x - last.x, one.y - last.y)
    if (walked >= apart) {
      places.push(place)
      walked = 0
    }
  }
  return places
}

/** The water's engraving: threads that run with the river and weave through each other. */
export function threads(): Stroke[] {
  const family = (count: number, swing: number, waves: number, turn: number) =>
    Array.from({ length: count }, (_, index) => {
      const lane = ((index + 0.5) / count) * 2 - 1
      return curve(
        beside((one, place) => {
          const wave = Math.sin((place / stations.length) * waves * 2 * Math.PI + turn * lane)
          return one.half * (lane * 0.97 + swing * wave)
        }, -1.4),
      )
    }).join('')
  return [
    { tone: 'thread', d: family(9, 0.09, 15, 2.4) },
    { tone: 'thread', d: family(9, -0.09, 15, 2.4) },
    { tone: 'thread-soft', d: family(13, 0.16, 5.5, 5) },
  ]
}

/** The point of the paper at a part of the river's way, 0 to 1, on the water. */
export function onWater(part: number, lane = 0): Point {
  const one = stations[Math.round(part * (stations.length - 1))]!
  return at(one.x + one.nx * one.half * lane, one.y + one.ny * one.half * lane, -1.4)
}

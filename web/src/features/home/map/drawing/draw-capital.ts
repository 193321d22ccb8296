import { bridges } from './bridges'
import { blocks, builtUp, planted, streets } from './houses'
import { chanceFrom } from './iso'
import type { Point } from './iso'
import { land } from './land'
import { landmarks, paving, squares } from './landmarks'
import { alongBank, fromWater, riverBand, threads } from './river'
import { paint } from './scene'
import type { Stroke, Thing } from './scene'
import { cars, glints, lamps } from './traffic'
import { tree } from './trees'

/** The drawing of the capital, in the order in which it is painted. */
export interface CapitalDrawing {
  readonly land: readonly Stroke[]
  readonly ground: readonly Stroke[]
  /** The river's bed, to which the water is cut. */
  readonly bed: string
  readonly water: readonly Stroke[]
  /** The part of the city under the haze of the distance, and the nearer part. */
  readonly far: readonly Stroke[]
  readonly near: readonly Stroke[]
}

const HAZE = 33

const depth = ({ from, to }: Thing) => (from[0] + from[1] + to[0] + to[1]) / 2

const isFree = ([x, y]: Point) => !squares.some((one) => x > one.x0 && x < one.x1 && y > one.y0 && y < one.y1)

/** Trees on both quays. Streets that cross the river are left open. */
function quayTrees(): Thing[] {
  const chance = chanceFrom(41)
  const onStreet = (s: number) => Math.abs(((((s - 0.5) % 24) + 36) % 24) - 12) < 3
  return ([1, -1] as const).flatMap((side) =>
    alongBank(side, 2.4, 4.2)
      .filter(([x, y]) => x + y > 6 && fromWater(x, y) > 1.6 && !onStreet(x) && !onStreet(y) && isFree([x, y]))
      .map((place) => tree(place, chance, 0.72)),
  )
}

/** The wood at the edge of the city, under the hills. */
function edgeTrees(): Thing[] {
  const chance = chanceFrom(3)
  return Array.from({ length: 260 }, (_, index): Thing => {
    const across = -165 + (index / 260) * 330 + chance.between(-1, 1)
    const deep = 2 + chance.between(0, 9)
    return tree([(deep + across) / 2, (deep - across) / 2], chance, chance.between(0.5, 0.85))
  }).filter(({ from: [x, y] }) => fromWater(x, y) > 1.5)
}

/** Trees in rows along the edges of the squares. */
function squareTrees(): Thing[] {
  const chance = chanceFrom(17)
  return squares.flatMap(({ x0, y0, x1, y1 }) => {
    const places: Point[] = []
    for (let x = x0 + 2; x < x1 - 1; x += 3.8) places.push([x, y0 - 0.6])
    for (let y = y0 + 2; y < y1 - 1; y += 3.8) places.push([x0 - 0.6, y])
    for (let x = x0 + 2; x < x1 - 1; x += 3.8) places.push([x, y1 + 0.6])
    for (let y = y0 + 2; y < y1 - 1; y += 3.8) places.push([x1 + 0.6, y])
    return places.filter(([x, y]) => fromWater(x, y) > 2).map((place) => tree(place, chance, 0.62))
  })
}

/** Draws the capital. The same on every visit. */
export function drawCapital(): CapitalDrawing {
  const chance = chanceFrom(20260105)
  const laid = blocks().map(({ plot, kind }) => (kind === 'park' ? planted(plot, chance) : builtUp(plot, chance)))
  const things = [
    ...laid.flatMap((block) => block.things),
    ...landmarks(),
    ...bridges(),
    ...quayTrees(),
    ...squareTrees(),
    ...edgeTrees(),
    ...lamps(),
    ...cars(),
  ]
  return {
    land: land(),
    ground: [
      { tone: 'marking', d: streets() },
      ...joined(laid.flatMap((block) => block.ground)),
      ...paving(),
      { tone: 'quay', d: riverBand(3.2) },
      { tone: 'quay-edge', d: riverBand(0.9) },
    ],
    bed: riverBand(0),
    water: [...threads(), glints()],
    far: paint(things.filter((thing) => depth(thing) < HAZE)),
    near: paint(things.filter((thing) => depth(thing) >= HAZE)),
  }
}

/** Strokes on the ground cover nothing of each other, but for their order by tone: those of a tone become one. */
function joined(strokes: readonly Stroke[]): Stroke[] {
  const order = ['block', 'grass', 'walk', 'pond', 'thread']
  return order.map((tone) => ({
    tone,
    d: strokes
      .filter((one) => one.tone === tone)
      .map(({ d }) => d)
      .join(''),
  }))
}

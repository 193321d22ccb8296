import { bridges } from './bridges'
import { blocks, builtUp, planted, streets } from './houses'
import { at, chanceFrom, paper } from './iso'
import type { Point } from './iso'
import { land } from './land'
import { landmarks, paving, squares } from './landmarks'
import { alongBank, fromWater, riverBand, threads } from './river'
import { paint } from './scene'
import type { Stroke, Thing } from './scene'
import { cars, glints, lamps } from './traffic'
import { plot } from './solids'
import type { Plot } from './solids'
import { grove, rows, seedling, shadows, tree } from './trees'
import type { Planting } from './trees'

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

/** Nothing at the lower edge is higher than this, in pixels. */
const HIGHEST = 60

/** Whether any of a thing is to be seen. */
function isOnPaper({ from, to }: Thing): boolean {
  const [left] = at(from[0], to[1])
  const [right] = at(to[0], from[1])
  const [, top] = at(from[0], from[1])
  return right > 0 && left < paper.width && top - HIGHEST < paper.height
}

const isFree = ([x, y]: Point) => !squares.some((one) => x > one.x0 && x < one.x1 && y > one.y0 && y < one.y1)

/** Trees on both quays. Streets that cross the river are left open. */
function quayTrees(): Planting[] {
  const chance = chanceFrom(41)
  const onStreet = (s: number) => Math.abs(((((s - 0.5) % 24) + 36) % 24) - 12) < 3
  return ([1, -1] as const).flatMap((side) =>
    alongBank(side, 2.4, 4.2)
      .filter(([x, y]) => x + y > 6 && fromWater(x, y) > 1.6 && !onStreet(x) && !onStreet(y) && isFree([x, y]))
      .map((place) => seedling(place, chance, 0.72)),
  )
}

/** The wood at the edge of the city, under the hills. */
function edgeTrees(): Planting[] {
  const chance = chanceFrom(3)
  const trees = Array.from({ length: 300 }, (_, index) => {
    const across = -165 + (index / 300) * 330 + chance.between(-1, 1)
    const deep = chance.between(1, 9)
    return seedling([(deep + across) / 2, (deep - across) / 2], chance, chance.between(0.5, 0.85))
  })
  return trees.filter(({ place: [x, y] }) => fromWater(x, y) > 1.5)
}

/** Trees in rows along the edges of the squares: a thing for each edge. */
function squareTrees(): { edge: Plot; trees: Planting[] }[] {
  const chance = chanceFrom(17)
  const along = (from: number, to: number) =>
    Array.from({ length: Math.floor((to - from - 2) / 3.8) }, (_, index) => from + 2 + index * 3.8)
  return squares
    .flatMap(({ x0, y0, x1, y1 }) => [
      ...[y0 - 0.6, y1 + 0.6].map((y) => ({
        edge: plot(x0, y - 0.4, x1, y + 0.4),
        places: along(x0, x1).map((x): Point => [x, y]),
      })),
      ...[x0 - 0.6, x1 + 0.6].map((x) => ({
        edge: plot(x - 0.4, y0, x + 0.4, y1),
        places: along(y0, y1).map((y): Point => [x, y]),
      })),
    ])
    .map(({ edge, places }) => ({
      edge,
      trees: places.filter(([x, y]) => fromWater(x, y) > 2).map((place) => seedling(place, chance, 0.62)),
    }))
}

/** Draws the capital. The same on every visit. */
export function drawCapital(): CapitalDrawing {
  const chance = chanceFrom(20260105)
  const laid = blocks().map(({ plot, kind }) => (kind === 'park' ? planted(plot, chance) : builtUp(plot, chance)))
  const quays = quayTrees()
  const edges = squareTrees()
  const things = [
    ...laid.flatMap((block) => block.things),
    ...landmarks(),
    ...bridges(),
    ...quays.map(tree),
    ...edges.map(({ edge, trees }) => grove(edge, trees)),
    ...lamps(),
    ...cars(),
  ]
  const shown = things.filter(isOnPaper)
  return {
    land: land(),
    ground: [
      { tone: 'marking', d: streets() },
      ...joined(laid.flatMap((block) => block.ground)),
      ...paving(),
      { tone: 'quay', d: riverBand(3.2) },
      { tone: 'quay-edge', d: riverBand(0.9) },
      shadows([...quays, ...edges.flatMap(({ trees }) => trees)]),
      ...rows(edgeTrees()),
    ],
    bed: riverBand(0),
    water: [...threads(), glints()],
    far: paint(shown.filter((thing) => depth(thing) < HAZE)),
    near: paint(shown.filter((thing) => depth(thing) >= HAZE)),
  }
}

/** Strokes on the ground cover nothing of each other, but for their order by tone: those of a tone become one. */
function joined(strokes: readonly Stroke[]): Stroke[] {
  const order = ['block', 'grass', 'shadow', 'walk', 'pond', 'thread']
  return order.map((tone) => ({
    tone,
    d: strokes
      .filter((one) => one.tone === tone)
      .map(({ d }) => d)
      .join(''),
  }))
}

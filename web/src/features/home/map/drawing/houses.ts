import { at, disc, line, paper } from './iso'
import type { Chance } from './iso'
import { sites, squares } from './landmarks'
import { fromWater } from './river'
import type { Stroke, Thing } from './scene'
import { around, box, floorOf, gable, grow, leftWall, plot, rightWall, spire } from './solids'
import type { Plot } from './solids'
import { grove, seedling, shadows } from './trees'
import type { Planting } from './trees'

/** From street to street, and how much of it is built on. Whole numbers: windows sit on one lattice. */
const PERIOD = 24
const BLOCK = 19
const FIRST = 3

/** Blocks that are parks, by their place in the grid. */
const parks = new Set([
  '-1,3',
  '0,3',
  '1,2',
  '2,0',
  '4,2',
  '5,2',
  '5,3',
  '2,3',
  '0,5',
  '1,4',
  '6,4',
  '3,6',
  '7,2',
  '-2,1',
  '5,-2',
])

export interface Block {
  readonly plot: Plot
  readonly kind: 'houses' | 'park'
}

const overlap = (one: Plot, other: Plot) =>
  one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1

/** The blocks of the city that lie on the paper. */
export function blocks(): Block[] {
  const found: Block[] = []
  for (let column = -8; column < 16; column++) {
    for (let row = -8; row < 16; row++) {
      const [x, y] = [column * PERIOD + FIRST, row * PERIOD + FIRST]
      const block = plot(x, y, x + BLOCK, y + BLOCK)
      const [px, py] = at(x + BLOCK / 2, y + BLOCK / 2)
      if (px < -110 || px > paper.width + 110 || py < paper.horizon - 12 || py > paper.height + 110) continue
      if (squares.some((square) => overlap(square, block))) continue
      found.push({ plot: block, kind: parks.has(`${column},${row}`) ? 'park' : 'houses' })
    }
  }
  return found
}

/** The middle lines of the streets, for their marking: from the horizon to the lower edge. */
export function streets(): string {
  const lines: string[] = []
  for (let index = -10; index < 18; index++) {
    const middle = index * PERIOD + 0.5
    lines.push(line(at(middle, -middle), at(middle, 320 - middle)), line(at(-middle, middle), at(320 - middle, middle)))
  }
  return lines.join('')
}

/** Cuts a block into lots of five to ten units. */
function lotsOf(block: Plot, chance: Chance): Plot[] {
  const [w, d] = [block.x1 - block.x0, block.y1 - block.y0]
  if (Math.max(w, d) <= 10 || (Math.max(w, d) <= 12 && chance.happens(0.35))) return [block]
  if (w >= d) {
    const cut = block.x0 + chance.whole(5, w - 5)
    return [...lotsOf({ ...block, x1: cut }, chance), ...lotsOf({ ...block, x0: cut }, chance)]
  }
  const cut = block.y0 + chance.whole(5, d - 5)
  return [...lotsOf({ ...block, y1: cut }, chance), ...lotsOf({ ...block, y0: cut }, chance)]
}

const hump = (x: number, y: number, [px, py]: readonly [number, number], wide: number) =>
  Math.exp(-(((x - px) / wide) ** 2) - ((y - py) / (wide * 0.6)) ** 2)

/** How many floors a house has here: towers in two districts, low by the water and before the four buildings. */
function floorsAt(x: number, y: number, chance: Chance): number {
  const [px, py] = at(x, y)
  const towers = 19 * hump(px, py, [250, 350], 190) + 15 * hump(px, py, [1390, 400], 170)
  const floors = Math.round(3 + chance.between(0, 3.4) + towers * chance.between(0.45, 1.1))
  const hides = Object.values(sites).some(([sx, sy]) => {
    const [before, beside] = [x + y - sx - sy, Math.abs(x - y - sx + sy)]
    return before > 0 && before < 62 && beside < 44
  })
  return hides || fromWater(x, y) < 13 ? Math.min(floors, chance.whole(3, 4)) : floors
}

function roofOf(base: Plot, floors: number, chance: Chance): Stroke[] {
  const [w, d] = [base.x1 - base.x0, base.y1 - base.y0]
  if (floors <= 6 && chance.happens(0.62)) {
    const tone = chance.pick(['tile-0', 'tile-0', 'tile-0', 'tile-3', 'tile-3', 'tile-1', 'tile-2'])
    if (Math.abs(w - d) <= 1 && chance.happens(0.5)) return spire(base, floors, 2.6, tone)
    return gable(base, floors, Math.min(w, d) * 0.38, w >= d ? 'x' : 'y', tone)
  }
  const strokes: Stroke[] = [{ tone: 'fine', d: floorOf(grow(base, -0.7), floors) }]
  if (chance.happens(0.2)) strokes.push({ tone: 'garden', d: floorOf(grow(base, -1.2), floors) })
  const [cx, cy] = [(base.x0 + base.x1) / 2, (base.y0 + base.y1) / 2]
  const [hut, top] = [around(cx - 0.6, cy - 0.6, w * 0.2, d * 0.2), floors + 1.2]
  strokes.push(
    { tone: 'plain-r', d: rightWall(hut, floors, top) },
    { tone: 'plain-t', d: leftWall(hut, floors, top) + floorOf(hut, top) },
  )
  return strokes
}

function house(lot: Plot, floors: number, chance: Chance): Thing {
  const tall = floors >= 11
  const tone = tall
    ? chance.pick(['wall-3', 'wall-1', 'wall-3', 'wall-0'])
    : chance.pick(['wall-0', 'wall-1', 'wall-2', 'wall-0'])
  const windows = tall ? chance.pick([2, 3]) : chance.pick([1, 1, 2])
  const storey = (base: Plot, z0: number, z1: number): Stroke[] => [
    ...box(base, z0, z1, tone),
    { tone: `win-l${windows}`, d: leftWall(base, z0, z1) },
    { tone: `win-r${windows}`, d: rightWall(base, z0, z1) },
  ]
  const strokes = storey(lot, 0, floors)
  if (tall && chance.happens(0.6)) {
    const upper = grow(lot, -1)
    const top = floors + chance.whole(2, 5)
    strokes.push(...storey(upper, floors, top), ...roofOf(upper, top, chance))
    const [cx, cy] = [(lot.x0 + lot.x1) / 2, (lot.y0 + lot.y1) / 2]
    if (chance.happens(0.5)) strokes.push({ tone: 'pole', d: line(at(cx, cy, top), at(cx, cy, top + 5)) })
  } else strokes.push(...roofOf(lot, floors, chance))
  return { kind: 'building', from: [lot.x0, lot.y0], to: [lot.x1, lot.y1], strokes }
}

/** What a block carries, and the ground that it lies on. */
export interface Laid {
  readonly things: readonly Thing[]
  readonly ground: readonly Stroke[]
}

/** A block of houses with yards between them; a green where the water leaves no room for a house. */
export function builtUp(block: Plot, chance: Chance): Laid {
  const ground: Stroke[] = []
  const things = lotsOf(block, chance).flatMap((lot) => {
    const [cx, cy] = [(lot.x0 + lot.x1) / 2, (lot.y0 + lot.y1) / 2]
    const corners = [
      [lot.x0, lot.y0],
      [lot.x1, lot.y0],
      [lot.x0, lot.y1],
      [lot.x1, lot.y1],
      [cx, cy],
    ] as const
    const room = Math.min(...corners.map(([x, y]) => fromWater(x, y)))
    if (room > 3.4) {
      const inset = chance.happens(0.4) ? 1 : 0
      return [house({ ...lot, x0: lot.x0 + inset, y0: lot.y0 + inset }, floorsAt(cx, cy, chance), chance)]
    }
    const trees = treesOn(lot, chance)
    ground.push({ tone: 'grass', d: floorOf(lot) }, shadows(trees))
    return trees.length > 0 ? [grove(lot, trees)] : []
  })
  return { things, ground: [{ tone: 'block', d: floorOf(block) }, ...ground] }
}

/** Trees on a lot that is too near to the water for a house. */
function treesOn({ x0, y0, x1, y1 }: Plot, chance: Chance): Planting[] {
  const trees: Planting[] = []
  for (let x = x0 + 1; x < x1; x += 2.7) {
    for (let y = y0 + 1; y < y1; y += 2.7) {
      if (fromWater(x, y) > 4.2 && chance.happens(0.8)) trees.push(seedling([x, y], chance, chance.between(0.6, 0.95)))
    }
  }
  return trees
}

/** A park: trees in loose groups, left open where its walks are. */
export function planted(block: Plot, chance: Chance): Laid {
  const trees: Planting[] = []
  const open = isGrove(block) ? 0 : 5.9
  for (let x = block.x0 + 1.4; x < block.x1; x += 2.5) {
    for (let y = block.y0 + 1.4; y < block.y1; y += 2.5) {
      const [px, py] = [x + chance.between(-0.7, 0.7), y + chance.between(-0.7, 0.7)]
      const [dx, dy] = [px - (block.x0 + block.x1) / 2, py - (block.y0 + block.y1) / 2]
      const onWalk = Math.hypot(dx, dy) < open || (open > 0 && Math.abs(dy) < 1.1)
      if (!onWalk && fromWater(px, py) > 3.5 && chance.happens(0.74)) trees.push(seedling([px, py], chance))
    }
  }
  return { things: [grove(block, trees)], ground: [...lawn(block), shadows(trees)] }
}

/** Every third park is a grove. */
const isGrove = ({ x0, y0 }: Plot) => Math.abs(x0 + 2 * y0) % 9 === 0

/** The ground of a park: lawn, a round walk, a pond. */
function lawn(block: Plot): Stroke[] {
  const [cx, cy] = [(block.x0 + block.x1) / 2, (block.y0 + block.y1) / 2]
  const ground: Stroke = { tone: 'grass', d: floorOf(block) }
  if (isGrove(block)) return [ground]
  return [
    ground,
    {
      tone: 'walk',
      d: disc(cx, cy, 0, 4.6) + line(at(block.x0, cy), at(cx - 4.6, cy)) + line(at(cx + 4.6, cy), at(block.x1, cy)),
    },
    { tone: 'pond', d: disc(cx, cy, 0, 2.9) },
    { tone: 'thread', d: disc(cx, cy, 0, 2.1) + disc(cx, cy, 0, 1.2) },
  ]
}

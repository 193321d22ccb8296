/**
 * The capital is drawn on a ground plan in units (a window's width) and seen from above at two to one. Heights are in
 * floors. Pure: plan in, path data out.
 */
export type Point = readonly [x: number, y: number]

/** The paper that the capital is drawn on. */
export const paper = { width: 1600, height: 1000, horizon: 250 } as const

/** Pixels of a unit along either axis, and of a floor. Equal, so that one lattice of windows fits every wall. */
export const UNIT = 5

const CENTRE = paper.width / 2

/** Where a place on the plan lies on paper. The x axis runs to the lower right, y to the lower left, z up. */
export const at = (x: number, y: number, z = 0): Point => [
  CENTRE + (x - y) * UNIT,
  paper.horizon + ((x + y) * UNIT) / 2 - z * UNIT,
]

/** The place on the ground that lies at a point of the paper. */
export function groundAt([px, py]: Point): Point {
  const across = (px - CENTRE) / UNIT
  const deep = ((py - paper.horizon) * 2) / UNIT
  return [(deep + across) / 2, (deep - across) / 2]
}

const round = (value: number) => Math.round(value * 10) / 10

const pair = ([x, y]: Point) => `${round(x)} ${round(y)}`

/** A line through points. */
export const line = (...points: readonly Point[]): string => `M${points.map(pair).join('L')}`

/** A closed shape. */
export const shape = (...points: readonly Point[]): string => `${line(...points)}Z`

/** A smooth line through points. */
export function curve(points: readonly Point[]): string {
  const last = points.length - 1
  const near = (index: number): Point => points[Math.min(Math.max(index, 0), last)]!
  let path = `M${pair(near(0))}`
  for (let index = 0; index < last; index++) {
    const [before, from, to, after] = [near(index - 1), near(index), near(index + 1), near(index + 2)]
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    path += `C${pair(leave)} ${pair(arrive)} ${pair(to)}`
  }
  return path
}

/** An ellipse, turned by degrees. */
export function ellipse([cx, cy]: Point, rx: number, ry: number, turn = 0): string {
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [rx * Math.cos(angle), rx * Math.sin(angle)]
  const arc = `A${round(rx)} ${round(ry)} ${round(turn)} 1 1`
  return `M${pair([cx - dx, cy - dy])}${arc} ${pair([cx + dx, cy + dy])}${arc} ${pair([cx - dx, cy - dy])}Z`
}

/** Half of the width on paper of a circle on the ground; it is half as high. */
export const reach = (radius: number): number => radius * UNIT * Math.SQRT2

/** A circle on the ground, or at a height. */
export const disc = (x: number, y: number, z: number, radius: number): string =>
  ellipse(at(x, y, z), reach(radius), reach(radius) / 2)

/** A point of a circle at a height; 0 is to the right, a quarter turn is towards the viewer. */
export function rim(x: number, y: number, z: number, radius: number, angle: number): Point {
  const [cx, cy] = at(x, y, z)
  return [cx + reach(radius) * Math.cos(angle), cy + (reach(radius) / 2) * Math.sin(angle)]
}

/** Chance that always falls the same way: the city is the same on every visit. */
export function chanceFrom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from: number, to: number) => from + next() * (to - from),
    whole: (from: number, to: number) => Math.floor(from + next() * (to - from + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    happens: (part: number) => next() < part,
  }
}

export type Chance = ReturnType<typeof chanceFrom>

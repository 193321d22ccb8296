import { at, disc, line, reach, rim, shape } from './iso'
import type { Point } from './iso'
import type { Stroke } from './scene'

/** A footprint on the plan. */
export interface Plot {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const plot = (x0: number, y0: number, x1: number, y1: number): Plot => ({ x0, y0, x1, y1 })

/** The plot around a centre. */
export const around = (x: number, y: number, halfX: number, halfY = halfX): Plot =>
  plot(x - halfX, y - halfY, x + halfX, y + halfY)

export const grow = ({ x0, y0, x1, y1 }: Plot, by: number): Plot => plot(x0 - by, y0 - by, x1 + by, y1 + by)

/** Draws on a wall that faces the lower left, at y, in its own coordinates: along x, and up. */
export const onLeft = (y: number) => (s: number, z: number) => at(s, y, z)
/** Draws on a wall that faces the lower right, at x: along y, and up. */
export const onRight = (x: number) => (s: number, z: number) => at(x, s, z)
export type Wall = ReturnType<typeof onLeft>

export const rect = (wall: Wall, s0: number, s1: number, z0: number, z1: number): string =>
  shape(wall(s0, z0), wall(s1, z0), wall(s1, z1), wall(s0, z1))

export const floorOf = ({ x0, y0, x1, y1 }: Plot, z = 0): string =>
  shape(at(x0, y0, z), at(x1, y0, z), at(x1, y1, z), at(x0, y1, z))

export const leftWall = ({ x0, x1, y1 }: Plot, z0: number, z1: number): string => rect(onLeft(y1), x0, x1, z0, z1)
export const rightWall = ({ y0, y1, x1 }: Plot, z0: number, z1: number): string => rect(onRight(x1), y0, y1, z0, z1)

/** A box: two walls and a flat roof, in the tones `<tone>-l`, `<tone>-r` and `<tone>-t`. */
export function box(base: Plot, z0: number, z1: number, tone: string): Stroke[] {
  return [
    { tone: `${tone}-l`, d: leftWall(base, z0, z1) },
    { tone: `${tone}-r`, d: rightWall(base, z0, z1) },
    { tone: `${tone}-t`, d: floorOf(base, z1) },
  ]
}

/** A gabled roof of the given rise, its ridge along x or y. A steep one hides its back. */
export function gable({ x0, y0, x1, y1 }: Plot, z: number, rise: number, along: 'x' | 'y', tone: string): Stroke[] {
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const [back, right, front, left] = [at(x0, y0, z), at(x1, y0, z), at(x1, y1, z), at(x0, y1, z)]
  if (along === 'x') {
    const [a, b] = [at(x0, my, z + rise), at(x1, my, z + rise)]
    return [
      ...(rise < (y1 - y0) / 4 ? [{ tone: `${tone}-r`, d: shape(back, right, b, a) }] : []),
      { tone: `${tone}-l`, d: shape(left, front, b, a) },
      { tone: 'gable-r', d: shape(front, right, b) },
    ]
  }
  const [a, b] = [at(mx, y0, z + rise), at(mx, y1, z + rise)]
  return [
    ...(rise < (x1 - x0) / 4 ? [{ tone: `${tone}-l`, d: shape(back, left, b, a) }] : []),
    { tone: `${tone}-r`, d: shape(front, right, a, b) },
    { tone: 'gable-l', d: shape(left, front, b) },
  ]
}

/** A roof that rises to a point. */
export function spire({ x0, y0, x1, y1 }: Plot, z: number, rise: number, tone: string): Stroke[] {
  const top = at((x0 + x1) / 2, (y0 + y1) / 2, z + rise)
  const front = at(x1, y1, z)
  return [
    { tone: `${tone}-l`, d: shape(at(x0, y1, z), front, top) + shape(at(x0, y1, z), at(x0, y0, z), top) },
    { tone: `${tone}-r`, d: shape(front, at(x1, y0, z), top) },
  ]
}

/** The wall of a round tower between two angles of its front. */
function mantle(x: number, y: number, z0: number, z1: number, radius: number, from: number, to: number): string {
  const steps = Math.max(4, Math.round((to - from) * 8))
  const angles = Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps)
  return shape(
    ...angles.map((angle) => rim(x, y, z0, radius, angle)),
    ...angles.toReversed().map((angle) => rim(x, y, z1, radius, angle)),
  )
}

/** A round tower with a flat top. */
export function drum(x: number, y: number, z0: number, z1: number, radius: number, tone: string): Stroke[] {
  return [
    { tone: `${tone}-l`, d: mantle(x, y, z0, z1, radius, 0, Math.PI) },
    { tone: `${tone}-r`, d: mantle(x, y, z0, z1, radius, 0, 1.2) },
    { tone: `${tone}-t`, d: disc(x, y, z1, radius) },
  ]
}

/** Upright lines around the front of a round tower: columns, ribs, mullions. */
export function staves(x: number, y: number, z0: number, z1: number, radius: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.5) / count) * Math.PI
    return line(rim(x, y, z0, radius, angle), rim(x, y, z1, radius, angle))
  }).join('')
}

/** A dome over a circle: its body, its shaded side, and ribs that run to the crown. */
export function dome(x: number, y: number, z: number, radius: number, height: number, tone: string): Stroke[] {
  const [cx, cy] = at(x, y, z)
  const [rx, ry, up] = [reach(radius), reach(radius) / 2, height * 5]
  const meridian = (angle: number) => {
    const [px, py] = [rx * Math.cos(angle), ry * Math.sin(angle)]
    const steps = Array.from({ length: 9 }, (_, index): Point => {
      const rise = (index / 8) * (Math.PI / 2)
      return [cx + px * Math.cos(rise), cy + py * Math.cos(rise) - up * Math.sin(rise)]
    })
    return steps
  }
  const body = `M${cx - rx} ${cy}A${rx} ${up} 0 0 1 ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}Z`
  const shade = shape(
    ...meridian(1.05),
    ...meridian(0).toReversed(),
    ...[0.2, 0.4, 0.6, 0.8].map((angle) => rim(x, y, z, radius, angle)),
  )
  const ribs = Array.from({ length: 11 }, (_, index) => line(...meridian(((index + 0.5) / 11) * Math.PI))).join('')
  return [
    { tone: `${tone}-l`, d: body },
    { tone: `${tone}-r`, d: shade },
    { tone: 'fine', d: ribs },
  ]
}

/** A row of columns on a wall, from one end to the other. */
export function columns(wall: Wall, from: number, to: number, z0: number, z1: number, count: number): Stroke[] {
  const width = 0.8
  const places = Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count)
  return [
    { tone: 'column', d: places.map((s) => rect(wall, s - width / 2, s + width / 2, z0, z1)).join('') },
    { tone: 'fine', d: places.map((s) => line(wall(s + 0.12, z0), wall(s + 0.12, z1))).join('') },
  ]
}

/** A round-headed opening in a wall. */
export function arch(wall: Wall, middle: number, half: number, z0: number, z1: number): string {
  const head = Array.from({ length: 7 }, (_, index): Point => {
    const angle = (index / 6) * Math.PI
    return wall(middle + half * Math.cos(angle), z1 - half + half * Math.sin(angle))
  })
  return shape(wall(middle - half, z0), wall(middle + half, z0), ...head)
}

/** A circle on a wall. */
export function round(wall: Wall, s: number, z: number, radius: number): string {
  return shape(
    ...Array.from({ length: 20 }, (_, index) => {
      const angle = (index / 20) * 2 * Math.PI
      return wall(s + radius * Math.cos(angle), z + radius * Math.sin(angle))
    }),
  )
}

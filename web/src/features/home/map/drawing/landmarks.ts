import { positionIds } from '@nation/domain/elections'
import { at, curve, disc, line, shape } from './iso'
import type { Point } from './iso'
import type { Stroke, Thing } from './scene'
import {
  arch,
  around,
  box,
  columns,
  dome,
  drum,
  floorOf,
  gable,
  grow,
  onLeft,
  onRight,
  plot,
  rect,
  round,
  spire,
  staves,
} from './solids'
import type { Plot } from './solids'

/** Where the four buildings stand on the plan. Pins and flags are placed from this, too. */
export const sites = {
  government: [0, 39],
  election: [73, 13],
  vote: [85, 61],
  law: [72, 132],
} as const satisfies Record<string, Point>

/** The tops of the poles on which the flags fly. */
export const flagpoles = [
  { top: [sites.government[0], sites.government[1] - 1.5, 46.8], hue: 'state' },
  { top: [sites.election[0] + 12.5, sites.election[1] + 1, 54], hue: 'president' },
  { top: [sites.vote[0] + 8.4, sites.vote[1] - 8.4, 28], hue: 'secretary' },
  { top: [sites.law[0] + 20, sites.law[1] - 7.5, 17], hue: 'gold' },
] as const satisfies readonly { top: readonly [x: number, y: number, z: number]; hue: string }[]

/** Where the poles of the elected seats stand: along the front of the square of the Government Building. */
export const seatPoles: readonly Point[] = positionIds.map((_, place) => [
  sites.government[0] - 17.5 + (place * 36) / (positionIds.length - 1),
  sites.government[1] + 29,
])

/** A building as a thing of the scene. */
const thing = (base: Plot, strokes: Stroke[]): Thing => ({
  kind: 'building',
  from: [base.x0, base.y0],
  to: [base.x1, base.y1],
  strokes,
})

const pole = (x: number, y: number, z: number, height: number): Stroke => ({
  tone: 'pole',
  d: line(at(x, y, z), at(x, y, z + height)),
})

/** Broad steps around a base. */
function steps(base: Plot, count: number, rise: number, tread: number): Stroke[] {
  return Array.from({ length: count }, (_, index) =>
    box(grow(base, (count - index) * tread), index * rise, (index + 1) * rise, 'step'),
  ).flat()
}

/** The Government Building: a long house of two wings under the dome of the state. */
function government(): Thing[] {
  const [x, y] = sites.government
  const body = around(x, y, 18, 7)
  const hall = plot(x - 8, y - 9, x + 8, y + 10)
  const porch = plot(x - 8, y + 10, x + 8, y + 13)
  const front = onLeft(hall.y1)
  const wing = onLeft(body.y1)
  const side = onRight(body.x1)
  return [
    thing(grow(body, 6), [
      ...steps(plot(x - 18.6, y - 9, x + 18.6, y + 13), 3, 0.5, 1.1),
      ...box(body, 1, 9, 'marble'),
      { tone: 'glass', d: [0, 1, 2, 3].map((n) => arch(wing, x - 16.6 + n * 2.4, 0.7, 2, 6.4)).join('') },
      { tone: 'glass', d: [0, 1, 2, 3].map((n) => arch(wing, x + 9.4 + n * 2.4, 0.7, 2, 6.4)).join('') },
      { tone: 'glass-r', d: [0, 1, 2, 3, 4].map((n) => arch(side, y - 5.2 + n * 2.6, 0.75, 2, 6.4)).join('') },
      {
        tone: 'fine',
        d:
          line(wing(x - 18, 7.6), wing(x + 18, 7.6), side(y - 7, 7.6)) +
          line(wing(x - 18, 8.3), wing(x + 18, 8.3), side(y - 7, 8.3)),
      },
      { tone: 'roof-state-t', d: floorOf(grow(body, -1), 9) },
      ...box(around(x - 14, y, 3, 5), 9, 11, 'marble'),
      ...spire(around(x - 14, y, 3, 5), 11, 3, 'roof-state'),
      ...box(hall, 1, 11, 'marble'),
      ...box(around(x + 14, y, 3, 5), 9, 11, 'marble'),
      ...spire(around(x + 14, y, 3, 5), 11, 3, 'roof-state'),
      { tone: 'shade', d: rect(front, x - 7.4, x + 7.4, 1, 9.6) },
      { tone: 'glass', d: [-4.8, -1.6, 1.6, 4.8].map((s) => rect(front, x + s - 0.7, x + s + 0.7, 1.2, 6.2)).join('') },
      ...box(plot(x - 8, y + 10, x + 8, y + 13.2), 1, 1.4, 'step'),
      ...columns(onLeft(porch.y1), x - 8, x + 8, 1.4, 9.6, 8),
      { tone: 'column', d: rect(onRight(porch.x1), y + 12.3, y + 13, 1.4, 9.6) },
      ...box(porch, 9.6, 11, 'marble'),
      ...gable(plot(x - 8.6, y - 2, x + 8.6, y + 13.4), 11, 3.6, 'y', 'roof-state'),
      { tone: 'fine', d: shape(at(x - 6.4, y + 13.4, 11.5), at(x + 6.4, y + 13.4, 11.5), at(x, y + 13.4, 13.7)) },
      { tone: 'seal', d: round(onLeft(y + 13.4), x, 12.3, 0.75) },
      ...drum(x, y - 1.5, 10, 14, 8.2, 'marble'),
      ...drum(x, y - 1.5, 14, 20.5, 7, 'marble'),
      { tone: 'glass', d: staves(x, y - 1.5, 15, 19.4, 7.02, 15) },
      { tone: 'colonnade', d: staves(x, y - 1.5, 14.2, 20, 7.9, 16) },
      ...drum(x, y - 1.5, 20.2, 21.4, 8.1, 'marble'),
      ...drum(x, y - 1.5, 21.4, 22.6, 7.1, 'marble'),
      ...dome(x, y - 1.5, 22.6, 6.9, 12.6, 'dome'),
      ...drum(x, y - 1.5, 34.4, 37.4, 1.5, 'marble'),
      { tone: 'glass', d: staves(x, y - 1.5, 34.9, 37, 1.5, 4) },
      ...dome(x, y - 1.5, 37.4, 1.6, 2.4, 'dome'),
      pole(x, y - 1.5, 39.8, 7),
    ]),
  ]
}

/** The Election Building: the hall of the count, and the clock that closes the polls. */
function election(): Thing[] {
  const [x, y] = sites.election
  const hall = plot(x - 15, y - 6, x + 9, y + 8)
  const tower = plot(x + 9, y - 3, x + 16, y + 5)
  const wall = onLeft(hall.y1)
  const [tl, tr] = [onLeft(tower.y1), onRight(tower.x1)]
  const bays = [0, 1, 2, 3, 4, 5].map((n) => x - 13 + n * 4)
  const dial = (face: typeof tl, s: number): Stroke[] => {
    const hand = (turn: number, length: number) =>
      line(face(s, 26.5), face(s + length * Math.cos(turn), 26.5 + length * Math.sin(turn)))
    return [
      { tone: 'dial', d: round(face, s, 26.5, 2.6) },
      { tone: 'fine', d: round(face, s, 26.5, 2.1) },
      { tone: 'hand', d: hand(Math.PI / 2, 1.8) + hand(0.35, 1.3) },
    ]
  }
  return [
    thing(hall, [
      ...box(grow(hall, 2), 0, 0.7, 'step'),
      ...box(hall, 0.7, 9, 'stone'),
      { tone: 'glass', d: bays.map((s) => arch(wall, s, 1.35, 1.6, 7.6)).join('') },
      { tone: 'fine', d: bays.map((s) => arch(wall, s, 1.75, 1.6, 8)).join('') },
      { tone: 'glass-r', d: [-2.6, 1, 4.6].map((s) => arch(onRight(hall.x1), y + s, 1.2, 1.6, 7.2)).join('') },
      ...gable(grow(hall, 0.5), 9, 7.5, 'x', 'roof-election'),
      {
        tone: 'seam',
        d: Array.from({ length: 16 }, (_, n) => {
          const s = x - 14.5 + n * 1.5
          return line(at(s, hall.y1 + 0.5, 9), at(s, y + 1, 16.5))
        }).join(''),
      },
      ...[0, 1, 2].flatMap((n) => drum(x - 10 + n * 7, y + 1, 15.6, 17.6, 1, 'marble')),
      {
        tone: 'banner',
        d: [x - 11, x - 3, x + 5].map((s) => rect(onLeft(hall.y1 + 0.3), s - 0.45, s + 0.45, 2.6, 8)).join(''),
      },
    ]),
    thing(tower, [
      ...box(grow(tower, 0.7), 0, 2, 'stone'),
      ...box(tower, 2, 30, 'stone'),
      {
        tone: 'glass',
        d: [6, 11, 16].flatMap((z) => [-1.7, 1.7].map((s) => arch(tl, x + 12.5 + s, 0.6, z, z + 3.2))).join(''),
      },
      {
        tone: 'glass-r',
        d: [6, 11, 16].flatMap((z) => [-1.9, 1.9].map((s) => arch(tr, y + 1 + s, 0.6, z, z + 3.2))).join(''),
      },
      {
        tone: 'fine',
        d: [4.4, 9.6, 14.6, 21.6].map((z) => line(tl(tower.x0, z), tl(tower.x1, z), tr(tower.y0, z))).join(''),
      },
      ...dial(tl, x + 12.5),
      ...dial(tr, y + 1),
      ...box(grow(tower, 0.8), 30, 31.2, 'stone'),
      ...box(grow(tower, -0.8), 31.2, 36, 'stone'),
      {
        tone: 'glass',
        d: [-1.7, 0, 1.7].map((s) => arch(onLeft(tower.y1 - 0.8), x + 12.5 + s, 0.55, 31.8, 35.2)).join(''),
      },
      {
        tone: 'glass-r',
        d: [-2, 0, 2].map((s) => arch(onRight(tower.x1 - 0.8), y + 1 + s, 0.55, 31.8, 35.2)).join(''),
      },
      ...spire(grow(tower, -0.3), 36, 13, 'roof-election'),
      pole(x + 12.5, y + 1, 49, 5),
    ]),
  ]
}

/** The Vote Building: a ballot box that one can walk into, with a ballot in its slot. */
function vote(): Thing[] {
  const [x, y] = sites.vote
  const cube = around(x, y, 10)
  const [tl, tr] = [onLeft(cube.y1), onRight(cube.x1)]
  const flutes = (wall: typeof tl, from: number) =>
    Array.from({ length: 25 }, (_, n) => line(wall(from + 0.4 + n * 0.8, 1.6), wall(from + 0.4 + n * 0.8, 16.4))).join(
      '',
    )
  const slip = (s: number, z: number) => at(x + s, y, z)
  return [
    thing(grow(cube, 4), [
      ...steps(cube, 3, 0.55, 1.4),
      ...box(cube, 1.6, 17, 'marble'),
      { tone: 'flute', d: flutes(tl, x - 10) },
      { tone: 'flute', d: flutes(tr, y - 10) },
      { tone: 'plate', d: rect(tl, x - 6.4, x + 6.4, 4.4, 14.8) },
      { tone: 'check', d: line(tl(x - 4, 9.4), tl(x - 1.4, 6.4), tl(x + 4.4, 13)) },
      { tone: 'plate', d: rect(tr, y - 6.4, y + 6.4, 4.4, 14.8) },
      {
        tone: 'fine',
        d: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => line(tr(y - 3.4, 13.6 - n), tr(y + 5.4, 13.6 - n))).join(''),
      },
      { tone: 'box-mark', d: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => round(tr, y - 4.8, 13.6 - n, 0.34)).join('') },
      { tone: 'glass', d: rect(tl, x - 2.2, x + 2.2, 1.6, 3.8) },
      ...box(grow(cube, 0.7), 17, 18.2, 'vote'),
      { tone: 'slot', d: floorOf(around(x, y, 6.4, 1.1), 18.2) },
      { tone: 'slip', d: shape(slip(-4.6, 18.2), slip(4.6, 18.2), slip(4.6, 27), slip(-4.6, 27)) },
      { tone: 'fine', d: [20, 21.4, 22.8].map((z) => line(slip(-1.4, z), slip(3.6, z))).join('') },
      { tone: 'box-mark', d: [20, 21.4, 22.8].map((z) => round(onLeft(y), x - 2.8, z, 0.42)).join('') },
      { tone: 'seal', d: round(onLeft(y), x, 25.2, 0.9) },
      pole(x + 8.4, y - 8.4, 18.2, 9.8),
    ]),
  ]
}

/** The Law Building: a temple on its steps, open to all sides. */
function law(): Thing[] {
  const [x, y] = sites.law
  const temple = around(x, y, 14, 6)
  const cell = grow(temple, -1.6)
  const [tl, tr] = [onLeft(temple.y1), onRight(temple.x1)]
  const scale = (s: number) => {
    const [px, py] = at(temple.x1 + 0.4, y + s, 15.9)
    return `M${px - 3.4} ${py}Q${px} ${py + 4.6} ${px + 3.4} ${py}Z`
  }
  return [
    thing(grow(temple, 5), [
      ...steps(temple, 4, 0.6, 1.1),
      ...box(cell, 2.4, 11.6, 'shade'),
      { tone: 'glass', d: rect(onLeft(cell.y1), x - 11, x + 11, 3, 9.6) },
      { tone: 'glass-r', d: rect(onRight(cell.x1), y - 2, y + 2, 2.4, 9) },
      ...columns(tl, temple.x0, temple.x1, 2.4, 11.6, 13),
      ...columns(tr, temple.y0, temple.y1, 2.4, 11.6, 6),
      ...box(grow(temple, 0.4), 11.6, 13.8, 'marble'),
      { tone: 'fine', d: line(tl(temple.x0, 12.6), tl(temple.x1, 12.6), tr(temple.y0, 12.6)) },
      {
        tone: 'fine',
        d: Array.from({ length: 22 }, (_, n) =>
          line(tl(temple.x0 + 0.6 + n * 1.28, 12.7), tl(temple.x0 + 0.6 + n * 1.28, 13.7)),
        ).join(''),
      },
      ...gable(grow(temple, 0.9), 13.8, 5, 'x', 'roof-law'),
      {
        tone: 'seam',
        d: Array.from({ length: 19 }, (_, n) => {
          const s = temple.x0 - 0.4 + n * 1.6
          return line(at(s, temple.y1 + 0.9, 13.8), at(s, y, 18.8))
        }).join(''),
      },
      {
        tone: 'fine',
        d: shape(
          at(temple.x1 + 0.9, temple.y1 - 1.2, 14.4),
          at(temple.x1 + 0.9, temple.y0 + 1.2, 14.4),
          at(temple.x1 + 0.9, y, 18),
        ),
      },
      {
        tone: 'hand',
        d: line(tr(y, 14.6), tr(y, 17.2)) + line(tr(y - 1.9, 16.8), tr(y + 1.9, 16.8)) + scale(-1.9) + scale(1.9),
      },
      pole(x + 20, y - 7.5, 0, 17),
    ]),
  ]
}

/** The four buildings, as things of the scene. */
export const landmarks = (): Thing[] => [...government(), ...election(), ...vote(), ...law()]

/** The squares before them: paving that is left free of houses. */
export const squares: readonly Plot[] = [
  plot(-21, 27, 22, 70),
  plot(51, 3, 94, 22),
  plot(70, 46, 99, 75),
  plot(51, 123, 94, 142),
]

/** The engraving of a square's paving: rings around a centre. */
export function paving(): Stroke[] {
  const [gx, gy] = sites.government
  const rings = (x: number, y: number, radii: readonly number[]) =>
    radii.map((radius) => disc(x, y, 0, radius)).join('')
  const star = (x: number, y: number, radius: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const turn = (index / count) * 2 * Math.PI
      const petal = (part: number, off: number): Point =>
        at(x + radius * part * Math.cos(turn + off), y + radius * part * Math.sin(turn + off))
      return (
        curve([petal(0.16, 0), petal(0.6, 0.4), petal(1, 0.9)]) +
        curve([petal(0.16, 0), petal(0.6, -0.4), petal(1, -0.9)])
      )
    }).join('')
  return [
    { tone: 'paving', d: squares.map((one) => floorOf(one)).join('') },
    { tone: 'pattern', d: star(gx, gy + 22, 7.4, 18) + rings(gx, gy + 22, [7.6, 8.1, 1.1]) },
    { tone: 'pattern', d: squares.map((one) => floorOf(grow(one, -1)) + floorOf(grow(one, -1.6))).join('') },
  ]
}

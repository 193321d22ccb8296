import { at, line, shape } from './iso'
import type { Point } from './iso'
import { fromWater } from './river'
import type { Stroke, Thing } from './scene'
import { box, onLeft, onRight, plot } from './solids'
import type { Plot } from './solids'

interface Crossing {
  readonly along: 'x' | 'y'
  /** The middle of the street that it carries. */
  readonly street: number
  /** A place on the way that is over water. */
  readonly over: number
  readonly kind: 'stone' | 'cables'
}

const crossings: readonly Crossing[] = [
  { along: 'x', street: 0.5, over: 37, kind: 'stone' },
  { along: 'x', street: 24.5, over: 37, kind: 'stone' },
  { along: 'x', street: 72.5, over: 42, kind: 'stone' },
  { along: 'y', street: 96.5, over: 105, kind: 'cables' },
]

/** From bank to bank. */
function span({ along, street, over }: Crossing): [number, number] {
  const isWater = (s: number) => (along === 'x' ? fromWater(s, street) : fromWater(street, s)) < 1.2
  let [from, to] = [over, over]
  while (isWater(from) && over - from < 30) from -= 0.5
  while (isWater(to) && to - over < 30) to += 0.5
  return [from - 1, to + 1]
}

const HALF = 2.3
const DECK = 1.3

function bridge(crossing: Crossing): Thing[] {
  const [from, to] = span(crossing)
  const { along, street } = crossing
  const deck: Plot =
    along === 'x' ? plot(from, street - HALF, to, street + HALF) : plot(street - HALF, from, street + HALF, to)
  const wall = along === 'x' ? onLeft(deck.y1) : onRight(deck.x1)
  const place = (s: number, side: number, z: number): Point =>
    along === 'x' ? at(s, street + side, z) : at(street + side, s, z)
  const face = along === 'x' ? 'stone-l' : 'stone-r'
  const rails: Stroke[] = [
    { tone: 'lane', d: line(place(from, 0, DECK), place(to, 0, DECK)) },
    {
      tone: 'rail',
      d: [-HALF, HALF].map((side) => line(place(from, side, DECK + 0.7), place(to, side, DECK + 0.7))).join(''),
    },
  ]
  const strokes =
    crossing.kind === 'stone'
      ? [...piers(wall, from, to, face), ...box(deck, DECK - 0.7, DECK, 'deck'), ...rails]
      : [...box(deck, DECK - 0.8, DECK, 'deck'), ...rails]
  const things: Thing[] = [{ kind: 'building', from: [deck.x0, deck.y0], to: [deck.x1, deck.y1], strokes }]
  if (crossing.kind === 'cables') things[0] = { ...things[0]!, strokes: [...strokes, ...stays(place, from, to)] }
  return things
}

/** The side of a stone bridge: arches over the water. */
function piers(wall: ReturnType<typeof onLeft>, from: number, to: number, tone: string): Stroke[] {
  const count = Math.max(2, Math.round((to - from) / 5.5))
  const width = (to - from) / count
  const lower: Point[] = []
  for (let index = 0; index < count; index++) {
    const s0 = from + index * width
    for (let step = 0; step <= 8; step++) {
      const turn = (step / 8) * Math.PI
      lower.push(wall(s0 + width / 2 - (width / 2 - 0.45) * Math.cos(turn), -1.4 + 2 * Math.sin(turn)))
    }
  }
  return [
    { tone: 'shade', d: shape(...[0, 1].map((n) => wall(n ? to : from, DECK)), ...lower.toReversed()) },
    { tone, d: shape(wall(from, DECK), wall(to, DECK), wall(to, -1.4), ...lower.toReversed(), wall(from, -1.4)) },
  ]
}

/** Two masts, and the cables that hold the deck in fans. */
function stays(place: (s: number, side: number, z: number) => Point, from: number, to: number): Stroke[] {
  const length = to - from
  const masts = [from + length * 0.27, to - length * 0.27]
  const TOP = 21
  const fan = (mast: number, side: number) =>
    Array.from({ length: 9 }, (_, index) => {
      const off = ((index + 1) / 9) * length * 0.235
      const z = TOP - 1 - (9 - index) * 0.9
      return (
        line(place(mast, side * 0.4, z), place(mast - off, side, DECK)) +
        line(place(mast, side * 0.4, z), place(mast + off, side, DECK))
      )
    }).join('')
  return masts.flatMap((mast): Stroke[] => [
    { tone: 'cable', d: fan(mast, -HALF) },
    { tone: 'mast', d: line(place(mast, -HALF, -1), place(mast, -0.3, TOP)) },
    { tone: 'cable', d: fan(mast, HALF) },
    { tone: 'mast', d: line(place(mast, HALF, -1), place(mast, 0.3, TOP)) },
    { tone: 'mast', d: line(place(mast, -HALF * 0.75, 6), place(mast, HALF * 0.75, 6)) },
  ])
}

export const bridges = (): Thing[] => crossings.flatMap(bridge)

/** Where the bridges' lamps stand: places on the plan. */
export function bridgeLamps(): Point[] {
  return crossings.flatMap((crossing) => {
    const [from, to] = span(crossing)
    const count = Math.round((to - from) / 3.4)
    return Array.from({ length: count }, (_, index): Point => {
      const s = from + ((index + 0.5) / count) * (to - from)
      const side = crossing.street + HALF
      return crossing.along === 'x' ? [s, side] : [side, s]
    })
  })
}

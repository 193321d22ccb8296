/**
 * Fine line engraving drawn from a seed, as banknotes and passports carry it: the same id always draws the same
 * rosette, two ids hardly ever draw alike. Pure: numbers in, path data out.
 */

/** One engraved curve, and how often it is repeated around the centre (or across the band) to weave the pattern. */
export interface EngravedLine {
  /** SVG path data, one decimal. */
  readonly path: string
  /** SVG transforms under which the path is drawn, one a strand. */
  readonly strands: readonly string[]
  /** Stroke width in pixels: lines stay fine however large the drawing is. */
  readonly width: number
  /** Stroke opacity, 0 to 1. */
  readonly opacity: number
}

export interface Engraving {
  readonly width: number
  readonly height: number
  readonly lines: readonly EngravedLine[]
}

interface Chance {
  next(): number
  between(from: number, to: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

function chanceFrom(seed: string): Chance {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  }
}

type Point = readonly [x: number, y: number]

const TAU = Math.PI * 2
const round = (value: number) => Math.round(value * 10) / 10

/** A smooth curve through points (Catmull-Rom as cubic Béziers): few points, no corners. */
function smoothPath(points: readonly Point[], closed: boolean): string {
  const count = points.length
  const at = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] ?? [0, 0]
  const [startX, startY] = at(0)
  let path = `M${round(startX)} ${round(startY)}`
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const numbers = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ]
    path += `C${numbers.map(round).join(' ')}`
  }
  return closed ? `${path}Z` : path
}

interface Ring {
  lobes: number
  /** Mean radius, as a part of the whole. */
  radius: number
  /** How far the lobes swing about the mean radius. */
  swing: number
  /** A second, finer swing. */
  ripple: number
  strands: number
  width: number
  opacity: number
}

function engraveRing(ring: Ring, half: number, phase: number): EngravedLine {
  const samples = Math.max(36, ring.lobes * 7)
  const points = Array.from({ length: samples }, (_, index): Point => {
    const angle = (index / samples) * TAU
    const wave = ring.swing * Math.cos(ring.lobes * angle) + ring.ripple * Math.cos(2 * ring.lobes * angle + phase)
    const radius = half * (ring.radius + wave)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  const step = 360 / (ring.lobes * ring.strands)
  return {
    path: smoothPath(points, true),
    strands: Array.from({ length: ring.strands }, (_, index) => `rotate(${round(index * step * 10) / 10})`),
    width: ring.width,
    opacity: ring.opacity,
  }
}

/** A woven rosette, centred on the origin and never larger than `size`. */
export function rosette(seed: string, size = 200): Engraving {
  const chance = chanceFrom(seed)
  const petals = chance.pick([5, 6, 7, 8, 9, 11, 12])
  const crown = petals * chance.pick([2, 3])
  const swing = chance.between(0.17, 0.25)
  const phase = chance.next() * TAU
  const fine = 0.7
  const rings: Ring[] = [
    { lobes: crown, radius: 0.9, swing: 0.055, ripple: 0.015, strands: 5, width: fine, opacity: 0.75 },
    { lobes: petals, radius: 0.55, swing, ripple: chance.between(-0.07, 0.07), strands: 12, width: fine, opacity: 0.7 },
    {
      lobes: crown,
      radius: 0.34,
      swing: chance.between(0.07, 0.12),
      ripple: 0.02,
      strands: 6,
      width: fine,
      opacity: 0.6,
    },
    {
      lobes: petals + chance.pick([-1, 1, 2]),
      radius: 0.17,
      swing: 0.1,
      ripple: 0.02,
      strands: 8,
      width: fine,
      opacity: 0.8,
    },
  ]
  return { width: size, height: size, lines: rings.map((ring) => engraveRing(ring, size / 2, phase)) }
}

/** A band of woven waves, centred on the origin: the ground of a banknote, a ballot, a banner. */
export function engravedBand(seed: string, width = 600, height = 150): Engraving {
  const chance = chanceFrom(seed)
  const half = height / 2
  const family = (waves: number, reach: number, strands: number, opacity: number): EngravedLine => {
    const phase = chance.next() * TAU
    const swell = chance.between(0.5, 1.4)
    const samples = Math.max(24, Math.round(waves * 8))
    const points = Array.from({ length: samples + 1 }, (_, index): Point => {
      const along = index / samples
      const envelope = 0.62 + 0.38 * Math.cos(swell * TAU * along + phase)
      return [(along - 0.5) * width, half * reach * envelope * Math.sin(waves * TAU * along + phase)]
    })
    return {
      path: smoothPath(points, false),
      strands: Array.from(
        { length: strands },
        (_, index) => `scale(1 ${round((2 * index) / (strands - 1) - 1 + 0.02)})`,
      ),
      width: 0.8,
      opacity,
    }
  }
  const waves = chance.between(3, 6)
  return {
    width,
    height,
    lines: [
      family(waves, 0.96, 12, 0.55),
      family(waves * chance.pick([1.5, 2]), 0.62, 9, 0.5),
      family(waves / 2, 0.9, 7, 0.35),
    ],
  }
}

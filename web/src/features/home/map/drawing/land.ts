import { chanceFrom, curve, ellipse, line, paper } from './iso'
import type { Point } from './iso'
import type { Stroke } from './scene'

/** Where the sun stands by day and the moon by night. */
export const light: Point = [1180, 112]

/** The sky's fine ruling, closer towards the horizon, with a bow around the light. */
function ruling(): string {
  const lines: string[] = []
  for (let row = 0; row < 30; row++) {
    const y = 246 - 3.2 * row - 0.125 * row * row
    const points = Array.from({ length: 33 }, (_, index): Point => {
      const x = (index / 32) * paper.width
      const [dx, dy] = [(x - light[0]) / 210, (y - light[1]) / 90]
      return [
        x,
        y - 20 * Math.sign(light[1] - y || 1) * -1 * Math.exp(-dx * dx - dy * dy) + 1.6 * Math.sin(x / 74 + row * 0.7),
      ]
    })
    lines.push(curve(points))
  }
  return lines.join('')
}

/** The light: a disc in a rosette of turned ellipses. */
function rosetteOfLight(): Stroke[] {
  const wheel = (count: number, rx: number, ry: number) =>
    Array.from({ length: count }, (_, index) => ellipse(light, rx, ry, (index * 180) / count)).join('')
  return [
    { tone: 'halo', d: ellipse(light, 92, 92) },
    { tone: 'ray', d: wheel(18, 92, 52) + ellipse(light, 95, 95) },
    { tone: 'ray', d: wheel(12, 56, 40) },
    { tone: 'light', d: ellipse(light, 37, 37) },
  ]
}

function stars(): Stroke {
  const chance = chanceFrom(7)
  const points = Array.from({ length: 90 }, () => {
    const size = chance.between(0.5, 1.5)
    return ellipse([chance.between(0, paper.width), chance.between(4, 170)], size, size)
  })
  return { tone: 'star', d: points.join('') }
}

interface Ridge {
  readonly base: number
  readonly height: number
  readonly seed: number
  readonly lines: number
}

const ridges: readonly Ridge[] = [
  { base: 205, height: 92, seed: 4.1, lines: 9 },
  { base: 226, height: 62, seed: 1.3, lines: 9 },
  { base: 246, height: 44, seed: 2.6, lines: 8 },
]

const crest = ({ base, height, seed }: Ridge, x: number) => {
  const t = x / paper.width
  const swell =
    0.5 +
    0.26 * Math.sin(t * 6.1 + seed * 2) +
    0.17 * Math.sin(t * 13.7 + seed * 5) +
    0.09 * Math.sin(t * 29 + seed * 3) +
    0.04 * Math.sin(t * 61 + seed)
  return base - height * swell
}

/** Ranges of hills, each shaded by lines that follow its crest and flatten towards the foot. */
function hills(): Stroke[] {
  return ridges.flatMap((ridge, range) => {
    const row = (part: number) =>
      Array.from({ length: 65 }, (_, index): Point => {
        const x = -10 + (index / 64) * (paper.width + 20)
        const top = crest(ridge, x)
        return [x, top + (ridge.base + 24 - top) * part + part * (1 - part) * 9 * Math.sin(x / 31 + ridge.seed * 9)]
      })
    const body = `${curve(row(0))}L${paper.width + 10} 420L-10 420Z`
    const contours = Array.from({ length: ridge.lines }, (_, index) => curve(row((index + 0.6) / ridge.lines)))
    return [
      { tone: `hill-${range}`, d: body },
      { tone: 'contour', d: contours.join('') },
    ]
  })
}

/** Everything that lies behind the city. */
export const land = (): Stroke[] => [{ tone: 'ruling', d: ruling() }, stars(), ...rosetteOfLight(), ...hills()]

/** The frame's inner rule, as around a note's vignette. */
export const rule = (inset: number): string =>
  `${line([inset, inset], [paper.width - inset, inset], [paper.width - inset, paper.height - inset], [inset, paper.height - inset])}Z`

import { positions, type PositionId } from '@nation/domain/elections'
import { chanceFrom } from './random'
import type { Chance } from './random'

/** The ink that each office's pictures are printed in. */
export const officeInks = Object.fromEntries(positions.map(({ id, hue }) => [id, hue])) as Readonly<
  Record<PositionId, string>
>

interface Sheet {
  readonly width: number
  readonly height: number
  /** The same ink, thinned with paper: 0 is paper, 1 is ink. */
  readonly tint: (share: number) => string
  readonly chance: Chance
}

const PAPER = [0xfa, 0xfb, 0xfc] as const

function tintOf(ink: string): (share: number) => string {
  const full = [1, 3, 5].map((from) => Number.parseInt(ink.slice(from, from + 2), 16))
  return (share) => `rgb(${PAPER.map((paper, index) => Math.round(paper + (full[index]! - paper) * share)).join(',')})`
}

const scenes: readonly ((sheet: Sheet) => string)[] = [harbour, hills, skyline, sunburst]

/**
 * A landscape printed in one ink, as banners and posters of the demo's candidates are: always the same for the same seed.
 * Only shapes, no letters, so that no font is needed.
 */
export function sceneSvg(seed: string, ink: string, width: number, height: number): string {
  const chance = chanceFrom(`scene ${seed}`)
  const sheet: Sheet = { width, height, tint: tintOf(ink), chance }
  return svg(width, height, ground(sheet) + chance.pick(scenes)(sheet) + engraving(sheet))
}

/** A statement as a finance candidate shows one: bars, a line over them, no letters. */
export function chartSvg(seed: string, ink: string, width: number, height: number): string {
  const chance = chanceFrom(`chart ${seed}`)
  const tint = tintOf(ink)
  const bars = 12
  const step = (width * 0.86) / bars
  const ground = height * 0.88
  let level = chance.between(25, 45)
  const tops = Array.from({ length: bars }, () => {
    level = Math.min(92, Math.max(12, level + chance.between(-9, 14)))
    return ground - (ground * 0.9 * level) / 100
  })
  const x = (index: number) => width * 0.07 + index * step
  const grid = [0.2, 0.4, 0.6, 0.8].map((share) => line(width * 0.07, ground * share, width * 0.93, ground * share))
  const columns = tops.map(
    (top, index) =>
      `<rect x="${n(x(index) + step * 0.18)}" y="${n(top)}" width="${n(step * 0.64)}" height="${n(ground - top)}" rx="4" fill="${tint(index === bars - 1 ? 1 : 0.45)}"/>`,
  )
  const points = tops.map((top, index) => `${n(x(index) + step / 2)},${n(top - height * 0.04)}`).join(' ')
  return svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${tint(0.04)}"/>
     <g stroke="${tint(0.2)}" stroke-width="2">${grid.join('')}${line(width * 0.07, ground, width * 0.93, ground)}</g>
     ${columns.join('')}<polyline points="${points}" fill="none" stroke="${tint(0.9)}" stroke-width="5" stroke-linejoin="round"/>`,
  )
}

const n = (value: number) => Math.round(value * 10) / 10
const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
const line = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"/>`

/** A filled wave from one edge of the sheet to the other, down to its foot. */
function wave({ width, height }: Sheet, level: number, swing: number, waves: number, phase: number): string {
  const samples = 60
  const points = Array.from({ length: samples + 1 }, (_, index) => {
    const along = index / samples
    const y =
      level + swing * Math.sin(along * waves * 2 * Math.PI + phase) + swing * 0.4 * Math.sin(along * waves * 5 + phase)
    return `${n(along * width)} ${n(y)}`
  })
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`
}

const ground = ({ width, height, tint }: Sheet) => `<rect width="${width}" height="${height}" fill="${tint(0.14)}"/>`

/** A sun, and rings around it. */
function sun({ width, height, tint, chance }: Sheet): string {
  const x = width * (0.15 + 0.7 * chance.next())
  const y = height * (0.25 + 0.25 * chance.next())
  const rings = Array.from(
    { length: 16 },
    (_, index) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(height * (0.2 + index * 0.09))}"/>`,
  )
  return `<g fill="none" stroke="${tint(0.26)}" stroke-width="1.5">${rings.join('')}</g>
    <circle cx="${n(x)}" cy="${n(y)}" r="${n(height * 0.17)}" fill="${tint(0.02)}"/>`
}

function harbour(sheet: Sheet): string {
  const { width, height, tint, chance } = sheet
  const water = [0, 1, 2, 3].map(
    (row) =>
      `<path d="${wave(sheet, height * (0.62 + row * 0.1), height * 0.018, 5 + row * 2, chance.next() * 6)}" fill="${tint(0.3 + row * 0.18)}"/>`,
  )
  const boats = Array.from({ length: chance.between(3, 5) }, (_, index) => {
    const x = width * (0.08 + (index + chance.next()) * 0.2)
    const size = height * (0.1 + chance.next() * 0.1)
    const y = height * (0.63 + chance.next() * 0.08)
    return `<path d="M${n(x)} ${n(y)}v${n(-size * 1.6)}l${n(size)} ${n(size * 1.4)}Z" fill="${tint(0.06)}"/>
      <path d="M${n(x - size * 0.7)} ${n(y + 2)}h${n(size * 1.9)}l${n(-size * 0.35)} ${n(size * 0.35)}h${n(-size * 1.2)}Z" fill="${tint(0.95)}"/>`
  })
  return sun(sheet) + [water[0], ...boats, ...water.slice(1)].join('')
}

function hills(sheet: Sheet): string {
  const { width, height, tint, chance } = sheet
  const ridges = [0, 1, 2, 3, 4].map((row) => {
    const level = height * (0.46 + row * 0.12)
    const trees = Array.from({ length: 10 + row * 4 }, () => {
      const x = chance.next() * width
      const size = height * (0.03 + row * 0.012)
      return `<path d="M${n(x)} ${n(level - size * 1.6)}l${n(size)} ${n(size * 2.6)}h${n(-2 * size)}Z"/>`
    })
    const ridge = wave(sheet, level, height * 0.06, 1.5 + chance.next() * 2, chance.next() * 6)
    return `<g fill="${tint(0.26 + row * 0.17)}">${row > 1 ? trees.join('') : ''}<path d="${ridge}"/></g>`
  })
  return sun(sheet) + ridges.join('')
}

function skyline(sheet: Sheet): string {
  const { width, height, tint, chance } = sheet
  const row = (share: number, low: number, high: number, windows: boolean) => {
    const houses: string[] = []
    for (let x = -10; x < width;) {
      const across = height * (0.12 + chance.next() * 0.16)
      const tall = height * (low + chance.next() * (high - low))
      const top = height * 0.92 - tall
      const roof = chance.happens(0.3)
        ? `<path d="M${n(x)} ${n(top)}l${n(across / 2)} ${n(-across * 0.5)}l${n(across / 2)} ${n(across * 0.5)}Z"/>`
        : ''
      houses.push(`<rect x="${n(x)}" y="${n(top)}" width="${n(across)}" height="${n(tall)}"/>${roof}`)
      if (windows) houses.push(lights(x, top, across, tall))
      x += across + chance.between(0, 6)
    }
    return `<g fill="${tint(share)}">${houses.join('')}</g>`
  }
  const lights = (x: number, top: number, across: number, tall: number) => {
    const panes: string[] = []
    for (let y = top + 14; y < top + tall - 12; y += 22)
      for (let at = x + 9; at < x + across - 12; at += 18)
        if (chance.happens(0.55))
          panes.push(`<rect x="${n(at)}" y="${n(y)}" width="8" height="11" fill="${tint(0.08)}"/>`)
    return panes.join('')
  }
  const river = `<path d="${wave(sheet, height * 0.92, height * 0.012, 9, chance.next() * 6)}" fill="${tint(0.95)}"/>`
  return sun(sheet) + row(0.34, 0.28, 0.6, false) + row(0.66, 0.2, 0.48, true) + river
}

function sunburst(sheet: Sheet): string {
  const { width, height, tint, chance } = sheet
  const x = width * (0.3 + 0.4 * chance.next())
  const y = height * 1.04
  const rays = 26 + 2 * chance.between(0, 6)
  const reach = width * 1.2
  const at = (angle: number) => `${n(x + reach * Math.cos(angle))} ${n(y - reach * Math.sin(angle))}`
  const beams = Array.from({ length: rays / 2 }, (_, index) => {
    const from = (Math.PI * index * 2) / rays
    return `<path d="M${n(x)} ${n(y)}L${at(from)}L${at(from + Math.PI / rays)}Z"/>`
  })
  const discs = [0.55, 0.42, 0.29, 0.16].map(
    (size, index) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(height * size)}" fill="${tint(0.3 + index * 0.22)}"/>`,
  )
  return `<g fill="${tint(0.3)}">${beams.join('')}</g>${discs.join('')}`
}

/** Fine woven lines over the whole, as on a banknote. */
function engraving({ width, height, chance }: Sheet): string {
  const phase = chance.next() * 6
  const waves = chance.between(2, 4)
  const strands = Array.from({ length: 14 }, (_, strand) => {
    const reach = height * 0.42 * (1 - strand / 7)
    const points = Array.from({ length: 61 }, (_, index) => {
      const along = index / 60
      return `${n(along * width)} ${n(height / 2 + reach * Math.sin(along * waves * 2 * Math.PI + phase))}`
    })
    return `<path d="M${points.join('L')}"/>`
  })
  return `<g fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.4">${strands.join('')}</g>`
}

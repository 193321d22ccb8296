import { lookOf } from './names'
import { chanceFrom } from './random'
import type { Chance } from './random'
import { beardSvg, eyesSvg, extrasSvg, hairSvg, headscarfSvg, HAIR_STYLES, noseAndMouthSvg } from './portrait-parts'
import type { Face } from './portrait-parts'

const SKIN = ['#f4d3bd', '#ecc0a0', '#d9a27c', '#bb7f58', '#8f5a3c', '#6a4029'] as const
const SHADE = ['#e2b59b', '#d9a482', '#c0855f', '#9f6642', '#74452c', '#52301e'] as const
const DARK_HAIR = ['#17171d', '#241a17', '#33231b', '#1d2230'] as const
const FAIR_HAIR = ['#4a2f1f', '#7a4a26', '#b07a3f', '#d5ab66', '#8c3b22', '#33231b'] as const
const GREY_HAIR = ['#8f949e', '#c9ccd2'] as const
const GROUNDS = [
  ['#dfe6fb', '#c4d0f5'],
  ['#fbe3dc', '#f5cabd'],
  ['#dcf1e6', '#bfe3d0'],
  ['#fbeed0', '#f3dca4'],
  ['#ece1f8', '#d8c4f0'],
  ['#d9eef6', '#b7dcec'],
  ['#f8dfe9', '#efc0d4'],
  ['#e9ead8', '#d3d6b3'],
] as const
const CLOTH = ['#1b2a6b', '#b3224a', '#0e6b57', '#c26a12', '#5b2a86', '#17677c', '#32384a', '#8a3a2b'] as const

/**
 * A drawn portrait, 200 x 200 user units, of an account: plain shapes, always the same for the same handle. The name
 * keeps what is drawn plausible (tones, beards, headscarves); a name that is not one of the demo's may look anyhow.
 */
export function portraitSvg(account: { handle: string; name: string }): string {
  const chance = chanceFrom(`portrait of ${account.handle.toLowerCase()}`)
  const look = lookOf(account.name)
  const tone = chance.pick(look.tones)
  const [ground, ring] = chance.pick(GROUNDS)
  const cloth = chance.pick(CLOTH)
  const face: Face = {
    skin: SKIN[tone] ?? SKIN[2],
    shade: SHADE[tone] ?? SHADE[2],
    hair: hairColour(chance, look.fair && tone < 3),
    cloth,
    width: chance.between(38, 43),
    chin: chance.between(137, 143),
  }
  const covered = chance.happens(look.headscarf)
  const style = chance.pick(
    HAIR_STYLES.filter(({ fits }) => fits === 'all' || (fits === 'short') === (look.grown === 'beard')),
  )
  const hair = covered ? headscarfSvg(face, chance) : hairSvg(style.name, face)
  const parts = [
    groundSvg(ground, ring, chance),
    hair.behind,
    bodySvg(face, chance),
    covered ? '' : earsSvg(face),
    headSvg(face),
    eyesSvg(face, chance),
    noseAndMouthSvg(face, chance, look.grown === 'none'),
    look.grown === 'beard' ? beardSvg(face, chance) : '',
    hair.front,
    extrasSvg(face, chance, covered),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">${parts.join('')}</svg>`
}

function hairColour(chance: Chance, mayBeFair: boolean): string {
  if (chance.happens(0.12)) return chance.pick(GREY_HAIR)
  return chance.pick(mayBeFair ? [...FAIR_HAIR, ...DARK_HAIR] : DARK_HAIR)
}

/** A soft ground with fine rings off its middle, as on a banknote. */
function groundSvg(ground: string, ring: string, chance: Chance): string {
  const x = chance.between(-10, 210)
  const y = chance.between(-10, 60)
  const rings = Array.from(
    { length: 14 },
    (_, index) => `<circle cx="${x}" cy="${y}" r="${24 + index * 17}" fill="none" stroke="${ring}" stroke-width="3"/>`,
  )
  return `<rect width="200" height="200" fill="${ground}"/>${rings.join('')}`
}

function bodySvg({ skin, shade, cloth }: Face, chance: Chance): string {
  const shoulders = `<path d="M14 204C16 168 48 158 78 152L122 152C152 158 184 168 186 204Z" fill="${cloth}"/>`
  const neck = `<path d="M83 122H117V152C117 166 83 166 83 152Z" fill="${skin}"/><path d="M83 134C92 146 108 146 117 134V143C108 154 92 154 83 143Z" fill="${shade}" opacity=".7"/>`
  const collars = [
    '',
    `<path d="M76 150C80 172 120 172 124 150L131 154C124 184 76 184 69 154Z" fill="#fff" opacity=".22"/>`,
    `<path d="M80 150L100 178L86 186L68 156ZM120 150L100 178L114 186L132 156Z" fill="#fff" opacity=".92"/>`,
    `<path d="M74 152L100 204L126 152L138 157L112 204H88L62 157Z" fill="#0b1220" opacity=".28"/>`,
  ]
  return shoulders + neck + chance.pick(collars)
}

function earsSvg({ skin, shade, width }: Face): string {
  const ear = (x: number) =>
    `<ellipse cx="${x}" cy="97" rx="7" ry="10" fill="${skin}"/><ellipse cx="${x}" cy="98" rx="3" ry="5" fill="${shade}" opacity=".6"/>`
  return ear(100 - width) + ear(100 + width)
}

function headSvg({ skin, width, chin }: Face): string {
  const left = 100 - width
  const right = 100 + width
  return `<path d="M${left} 88C${left} 56 ${left + 14} 44 100 44C${right - 14} 44 ${right} 56 ${right} 88C${right} 116 ${right - 16} ${chin} 100 ${chin}C${left + 16} ${chin} ${left} 116 ${left} 88Z" fill="${skin}"/>`
}

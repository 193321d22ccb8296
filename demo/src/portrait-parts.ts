import type { Chance } from './random'

/** What the parts of one portrait share. The head's middle is x = 100, its crown y = 44. */
export interface Face {
  readonly skin: string
  readonly shade: string
  readonly hair: string
  readonly cloth: string
  /** Half the head's width. */
  readonly width: number
  /** Where the chin ends. */
  readonly chin: number
}

interface Hair {
  /** Drawn before the body. */
  readonly behind: string
  /** Drawn over the head. */
  readonly front: string
}

const INK = '#1a1a22'

/** The haircuts, and which portraits they fit: `short` those that may have a beard, `long` the others, `all` either. */
export const HAIR_STYLES = [
  { name: 'crop', fits: 'short' },
  { name: 'quiff', fits: 'short' },
  { name: 'buzz', fits: 'short' },
  { name: 'bald', fits: 'short' },
  { name: 'side', fits: 'all' },
  { name: 'curls', fits: 'all' },
  { name: 'round', fits: 'all' },
  { name: 'bob', fits: 'long' },
  { name: 'long', fits: 'long' },
  { name: 'fringe', fits: 'long' },
  { name: 'bun', fits: 'long' },
  { name: 'waves', fits: 'long' },
] as const

type HairStyle = (typeof HAIR_STYLES)[number]['name']

/** Hair of a style, in the face's colour. */
export function hairSvg(style: HairStyle, face: Face): Hair {
  return STYLES[style](face, 100 - face.width, 100 + face.width)
}

/** The hair that closes around the forehead from ear to ear, with the given line over the brow. */
const crown = (hair: string, left: number, right: number, brow: string) =>
  `<path d="M${left - 3} 94C${left - 8} 52 ${left + 14} 34 100 34C${right - 14} 34 ${right + 8} 52 ${right + 3} 94C${right - 1} 86 ${right - 3} 80 ${right - 6} 76${brow}C${left + 3} 80 ${left + 1} 86 ${left - 3} 94Z" fill="${hair}"/>`

const CALM = (left: number, right: number) => `C${right - 16} 62 ${left + 16} 62 ${left + 6} 76`
const SIDE = (left: number, right: number) =>
  `C${right - 24} 74 ${left + 36} 72 ${left + 26} 56C${left + 22} 66 ${left + 10} 70 ${left + 6} 76`
const FRINGE = (left: number, right: number) => `C${right - 14} 80 ${left + 14} 80 ${left + 6} 76`

const dots = (hair: string, places: readonly (readonly [number, number, number])[]) =>
  places.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hair}"/>`).join('')

const STYLES: Record<HairStyle, (face: Face, left: number, right: number) => Hair> = {
  bald: () => ({
    behind: '',
    front: `<path d="M76 56C84 49 94 47 102 48" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none" opacity=".28"/>`,
  }),
  buzz: ({ hair }, left, right) => ({
    behind: '',
    front: `<g opacity=".82">${crown(hair, left + 2, right - 2, CALM(left + 2, right - 2))}</g>`,
  }),
  crop: ({ hair }, left, right) => ({ behind: '', front: crown(hair, left, right, CALM(left, right)) }),
  side: ({ hair }, left, right) => ({ behind: '', front: crown(hair, left, right, SIDE(left, right)) }),
  quiff: ({ hair }, left, right) => ({
    behind: '',
    front:
      crown(hair, left, right, CALM(left, right)) +
      `<path d="M${left + 8} 62C${left + 4} 34 ${left + 34} 20 ${right - 14} 28C${right + 4} 33 ${right + 2} 52 ${right - 8} 64Z" fill="${hair}"/>`,
  }),
  curls: ({ hair }, left, right) => ({
    behind: '',
    front: dots(hair, [
      [left + 2, 76, 12],
      [left + 6, 58, 14],
      [left + 20, 46, 15],
      [100, 41, 16],
      [right - 20, 46, 15],
      [right - 6, 58, 14],
      [right - 2, 76, 12],
      [left + 28, 58, 11],
      [right - 28, 58, 11],
      [100, 56, 11],
    ]),
  }),
  round: ({ hair }, left, right) => ({
    behind: `<circle cx="100" cy="78" r="62" fill="${hair}"/>`,
    front: `<path d="M${left - 2} 88C${left} 60 ${left + 20} 50 100 50C${right - 20} 50 ${right} 60 ${right + 2} 88C${right + 12} 40 ${right - 20} 26 100 26C${left + 20} 26 ${left - 12} 40 ${left - 2} 88Z" fill="${hair}"/>`,
  }),
  bob: ({ hair }, left, right) => ({
    behind: `<path d="M${left - 12} 142C${left - 18} 60 ${left} 34 100 34C${right} 34 ${right + 18} 60 ${right + 12} 142C${right} 150 ${left} 150 ${left - 12} 142Z" fill="${hair}"/>`,
    front: crown(hair, left, right, SIDE(left, right)),
  }),
  long: ({ hair }, left, right) => ({
    behind: `<path d="M${left - 14} 190C${left - 20} 60 ${left} 34 100 34C${right} 34 ${right + 20} 60 ${right + 14} 190Z" fill="${hair}"/>`,
    front: crown(hair, left, right, `C${right - 10} 64 108 62 100 50C92 62 ${left + 10} 64 ${left + 6} 76`),
  }),
  fringe: ({ hair }, left, right) => ({
    behind: `<path d="M${left - 10} 152C${left - 16} 60 ${left} 34 100 34C${right} 34 ${right + 16} 60 ${right + 10} 152C${right + 2} 158 ${left - 2} 158 ${left - 10} 152Z" fill="${hair}"/>`,
    front: crown(hair, left, right, FRINGE(left, right)),
  }),
  bun: ({ hair }, left, right) => ({
    behind: `<circle cx="100" cy="28" r="18" fill="${hair}"/>`,
    front: crown(hair, left, right, CALM(left, right)),
  }),
  waves: ({ hair }, left, right) => ({
    behind:
      `<path d="M${left - 10} 160C${left - 20} 60 ${left} 34 100 34C${right} 34 ${right + 20} 60 ${right + 10} 160Z" fill="${hair}"/>` +
      dots(hair, [
        [left - 8, 104, 13],
        [left - 11, 126, 14],
        [left - 8, 150, 16],
        [right + 8, 104, 13],
        [right + 11, 126, 14],
        [right + 8, 150, 16],
      ]),
    front: crown(hair, left, right, SIDE(left, right)),
  }),
}

/** A headscarf instead of hair. */
export function headscarfSvg({ width, cloth }: Face, chance: Chance): Hair {
  const scarf = chance.pick(
    ['#33508f', '#7d2f4d', '#2e6d61', '#c9a56a', '#51406f', '#e8e4dc'].filter((it) => it !== cloth),
  )
  const left = 100 - width
  const right = 100 + width
  return {
    behind: `<path d="M${left - 14} 176C${left - 24} 60 ${left - 2} 30 100 30C${right + 2} 30 ${right + 24} 60 ${right + 14} 176C${right - 10} 192 ${left + 10} 192 ${left - 14} 176Z" fill="${scarf}"/>`,
    front:
      `<path fill-rule="evenodd" d="M${left - 12} 130C${left - 18} 56 ${left} 30 100 30C${right} 30 ${right + 18} 56 ${right + 12} 130C${right + 6} 164 ${left - 6} 164 ${left - 12} 130ZM100 60C${left + 18} 60 ${left + 5} 74 ${left + 5} 94C${left + 5} 120 ${left + 20} 140 100 140C${right - 20} 140 ${right - 5} 120 ${right - 5} 94C${right - 5} 74 ${right - 18} 60 100 60Z" fill="${scarf}"/>` +
      `<path d="M${left - 4} 120C${left + 10} 152 ${right - 22} 158 ${right - 2} 150" fill="none" stroke="#0b1220" stroke-opacity=".16" stroke-width="4" stroke-linecap="round"/>`,
  }
}

export function eyesSvg({ hair }: Face, chance: Chance): string {
  const apart = chance.between(15, 18)
  const size = chance.between(36, 46) / 10
  const lift = chance.between(-2, 2)
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="95" rx="${size}" ry="${size + 0.6}" fill="${INK}"/><circle cx="${x + 1.4}" cy="93.4" r="1.2" fill="#fff"/>`
  const brow = (side: 1 | -1) => {
    const x = 100 + side * apart
    return `<path d="M${x - side * 8} ${84 + lift}Q${x} ${79 - lift} ${x + side * 9} ${84}" stroke="${hair}" stroke-width="3.6" stroke-linecap="round" fill="none"/>`
  }
  return eye(100 - apart) + eye(100 + apart) + brow(-1) + brow(1)
}

export function noseAndMouthSvg({ shade }: Face, chance: Chance, painted: boolean): string {
  const nose = chance.pick([
    'M100 96C98 104 95 109 97 111C99 113 102 112 104 111',
    'M101 97C104 104 106 109 103 111C101 112 98 112 96 111',
    'M95 110C98 113 102 113 105 110',
  ])
  const mouths = [
    `<path d="M87 121Q100 131 113 121" stroke="#7c2f35" stroke-width="3.4" stroke-linecap="round" fill="none"/>`,
    `<path d="M90 123Q101 128 111 121" stroke="#7c2f35" stroke-width="3.4" stroke-linecap="round" fill="none"/>`,
    `<path d="M86 119Q100 124 114 119Q110 132 100 132Q90 132 86 119Z" fill="#7c2f35"/><path d="M89 121Q100 125 111 121L110 124Q100 127 90 124Z" fill="#fff"/>`,
    `<path d="M90 123H110" stroke="#7c2f35" stroke-width="3.4" stroke-linecap="round"/>`,
  ]
  if (painted)
    mouths.push(`<path d="M89 121Q95 118 100 121Q105 118 111 121Q106 129 100 129Q94 129 89 121Z" fill="#b4485a"/>`)
  const mouth = chance.pick(mouths)
  const cheeks = chance.happens(0.4)
    ? `<circle cx="76" cy="109" r="8" fill="#e2604f" opacity=".16"/><circle cx="124" cy="109" r="8" fill="#e2604f" opacity=".16"/>`
    : ''
  return `${cheeks}<path d="${nose}" stroke="${shade}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" fill="none"/>${mouth}`
}

export function beardSvg({ hair, width, chin }: Face, chance: Chance): string {
  const left = 100 - width
  const right = 100 + width
  const full = `<path fill-rule="evenodd" d="M${left} 92C${left + 1} 122 ${left + 14} ${chin + 6} 100 ${chin + 6}C${right - 14} ${chin + 6} ${right - 1} 122 ${right} 92C${right - 4} 106 ${right - 12} 113 100 113C${left + 12} 113 ${left + 4} 106 ${left} 92ZM87 120Q100 115 113 120Q110 130 100 130Q90 130 87 120Z" fill="${hair}"/>`
  return chance.pick([
    '',
    '',
    full,
    `<g opacity=".35">${full}</g>`,
    `<path d="M84 119C90 112 97 113 100 115C103 113 110 112 116 119C110 119 105 118 100 118C95 118 90 119 84 119Z" fill="${hair}"/>`,
    `<path d="M88 131Q100 134 112 131Q113 ${chin + 4} 100 ${chin + 5}Q87 ${chin + 4} 88 131Z" fill="${hair}"/>`,
  ])
}

/** Glasses or earrings, or neither. */
export function extrasSvg({ width }: Face, chance: Chance, covered: boolean): string {
  const frame = chance.pick([INK, '#7a4a26', '#1b2a6b', '#8d949f'])
  const glasses = chance.pick([
    `<g fill="#fff" fill-opacity=".14" stroke="${frame}" stroke-width="3"><circle cx="83" cy="95" r="12.5"/><circle cx="117" cy="95" r="12.5"/><path d="M95.500 94Q100 90 104.500 94" fill="none"/></g>`,
    `<g fill="#fff" fill-opacity=".14" stroke="${frame}" stroke-width="3"><rect x="69" y="85" width="27" height="20" rx="6"/><rect x="104" y="85" width="27" height="20" rx="6"/><path d="M96 93H104" fill="none"/></g>`,
  ])
  const rings = [100 - width - 2, 100 + width + 2]
    .map((x) => `<circle cx="${x}" cy="110" r="3" fill="#e0b14c"/>`)
    .join('')
  if (chance.happens(0.26)) return glasses
  return !covered && chance.happens(0.15) ? rings : ''
}

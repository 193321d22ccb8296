import { citizenNumber, dateInWords } from '@nation/domain/formats'
import { engravedBand, initialsOf, rosette, type Engraving } from '../../../ui'
import { badgeOf, roleCode } from '../citizen-words'
import { machineReadable, STATE_CODE } from '../machine-readable'
import type { CardHolder } from './card-holder'
import { fitText } from './fit-text'

/** The card's measures, in units of the drawing: the shape of a bank card. */
export const cardSize = { width: 856, height: 540 } as const

/** The colours that the card is drawn in, as CSS writes them. */
export interface CardColours {
  readonly hue: string
  readonly second: string
  readonly surface: string
  readonly ink: string
  readonly soft: string
  readonly onHue: string
}

/** The families of type that the card is set in. */
export interface CardFaces {
  readonly title: string
  readonly text: string
  readonly document: string
}

/** Of the portrait, what is drawn: a picture and its own measures. */
export interface CardPortrait {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
}

export interface CardLook {
  readonly colours: CardColours
  readonly faces: CardFaces
  /** Without one the holder's engraving and initials stand in its place. */
  readonly portrait: CardPortrait | null
}

type Pen = CanvasRenderingContext2D

const margin = 28
const portraitBox = { x: margin, y: 96, width: 224, height: 288 } as const
const words = { x: 284, width: cardSize.width - 284 - margin } as const
const machineTop = 432

/**
 * Draws the holder's ID card as a picture to keep and to show around. Nothing of a wallet or a balance is on it: of what the holder
 * is, it tells the office, and not 'Eligible Candidate', which would tell how much they hold (decision 47).
 */
export function drawCard(pen: Pen, user: CardHolder, look: CardLook): void {
  drawGround(pen, user.uid, look)
  drawTop(pen, look)
  drawPortrait(pen, user, look)
  drawName(pen, user, look)
  drawParticulars(pen, user, look)
  drawMachineLines(pen, user, look)
}

function drawGround(pen: Pen, seed: string, { colours }: CardLook): void {
  const { width, height } = cardSize
  pen.fillStyle = colours.surface
  pen.fillRect(0, 0, width, height)
  const shade = pen.createLinearGradient(0, 0, width * 0.7, height)
  shade.addColorStop(0, colours.hue)
  shade.addColorStop(1, colours.surface)
  faintly(pen, 0.15, () => {
    pen.fillStyle = shade
    pen.fillRect(0, 0, width, height)
  })
  const band = engravedBand(seed, width * 1.1, 380)
  faintly(pen, 0.3, () => engrave(pen, band, { x: width / 2, y: 255, colour: colours.second }))
  faintly(pen, 0.3, () => engrave(pen, rosette(seed, 520), { x: 772, y: 330, colour: colours.hue }))
  faintly(pen, 0.8, () => engrave(pen, rosette(`${seed} crest`, 150), { x: 754, y: 176, colour: colours.second }))
}

/** Draws with so much ink, and puts the pen back. */
function faintly(pen: Pen, alpha: number, draw: () => void): void {
  pen.save()
  pen.globalAlpha *= alpha
  draw()
  pen.restore()
}

/** Strokes an engraving around a point. Its strands are turned or flattened; its lines stay as fine as they are. */
function engrave(pen: Pen, engraving: Engraving, at: { x: number; y: number; colour: string }): void {
  pen.strokeStyle = at.colour
  for (const line of engraving.lines) {
    const strand = new Path2D(line.path)
    const all = new Path2D()
    for (const transform of line.strands) all.addPath(strand, matrixOf(transform))
    faintly(pen, line.opacity, () => {
      pen.translate(at.x, at.y)
      pen.lineWidth = line.width
      pen.stroke(all)
    })
  }
}

/** The matrix of `rotate(degrees)` or `scale(x y)`, of which engravings are woven. */
export function matrixOf(transform: string): DOMMatrix2DInit {
  const [first = 0, second = 0] = (transform.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  if (transform.startsWith('scale')) return { a: first, b: 0, c: 0, d: second, e: 0, f: 0 }
  const angle = (first * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 }
}

interface Line {
  readonly font: string
  readonly colour: string
  readonly x: number
  /** The line that the letters stand on. */
  readonly y: number
  readonly width: number
  readonly align?: 'center' | 'right'
}

/** Writes one line, cut to its width, and answers how wide it became. */
function write(pen: Pen, text: string, { font, colour, x, y, width, align }: Line): number {
  pen.font = font
  pen.fillStyle = colour
  pen.textAlign = align ?? 'left'
  const widthOf = (part: string) => pen.measureText(part).width
  const shown = fitText(text, width, widthOf)
  pen.fillText(shown, x, y)
  return widthOf(shown)
}

function drawTop(pen: Pen, { colours, faces }: CardLook): void {
  pen.fillStyle = colours.hue
  pen.fillRect(0, 0, cardSize.width, 68)
  const line = { colour: colours.onHue, y: 45 }
  const state = write(pen, 'NATION', { ...line, font: `850 expanded 30px ${faces.title}`, x: margin, width: 220 })
  write(pen, 'Citizen identity card', {
    ...line,
    font: `560 20px ${faces.title}`,
    x: margin + state + 20,
    width: 360,
  })
  const font = `500 20px ${faces.document}`
  write(pen, STATE_CODE, { ...line, font, x: cardSize.width - margin, width: 90, align: 'right' })
}

function drawPortrait(pen: Pen, user: CardHolder, { colours, faces, portrait }: CardLook): void {
  const { x, y, width, height } = portraitBox
  pen.save()
  pen.beginPath()
  pen.roundRect(x, y, width, height, 6)
  pen.fillStyle = colours.surface
  pen.fill()
  pen.clip()
  if (portrait) {
    const part = coverOf(portrait, portraitBox)
    pen.drawImage(portrait.image, part.x, part.y, part.width, part.height, x, y, width, height)
  } else {
    const [middle, centre] = [x + width / 2, y + height / 2]
    const engraving = rosette(user.uid, height * 1.2)
    faintly(pen, 0.55, () => engrave(pen, engraving, { x: middle, y: centre, colour: colours.hue }))
    const font = `850 72px ${faces.title}`
    write(pen, initialsOf(user.username), {
      font,
      colour: colours.hue,
      x: middle,
      y: centre + 26,
      width,
      align: 'center',
    })
  }
  pen.restore()
  pen.strokeStyle = colours.hue
  pen.lineWidth = 2
  pen.beginPath()
  pen.roundRect(x, y, width, height, 6)
  pen.stroke()
}

/** The part of a picture that fills a box of another shape: its middle. */
export function coverOf(
  picture: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(picture.width / box.width, picture.height / box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** From the largest type to the smallest: a name that fits in none is cut. */
const nameSizes = [42, 36, 30] as const

function drawName(pen: Pen, user: CardHolder, { colours, faces }: CardLook): void {
  const fontOf = (size: number) => `850 ${size}px ${faces.title}`
  const fits = (size: number) => {
    pen.font = fontOf(size)
    return fitText(user.username, words.width, (text) => pen.measureText(text).width).at(-1) !== '…'
  }
  const font = fontOf(nameSizes.find(fits) ?? nameSizes.at(-1) ?? 30)
  write(pen, user.username, { font, colour: colours.ink, x: words.x, y: 136, width: words.width })
  const badge = badgeOf({ ...user, tokenBalance: 0 })
  const badgeFont = `700 19px ${faces.title}`
  pen.font = badgeFont
  const width = pen.measureText(badge).width
  pen.fillStyle = colours.hue
  pen.beginPath()
  pen.roundRect(words.x, 162, width + 26, 34, 4)
  pen.fill()
  write(pen, badge, { font: badgeFont, colour: colours.onHue, x: words.x + 13, y: 186, width: words.width })
}

function drawParticulars(pen: Pen, user: CardHolder, { colours, faces }: CardLook): void {
  const value = `640 23px ${faces.text}`
  const half = words.width / 2 - 16
  const particulars = [
    ['Citizen number', citizenNumber(user.uid), `500 23px ${faces.document}`, words.x, 280, half],
    ['Citizen since', dateInWords(user.joinedAt), value, words.x + half + 32, 280, half],
    ['X account', `@${user.twitterUsername}`, value, words.x, 350, words.width],
  ] as const
  for (const [label, text, font, x, y, width] of particulars) {
    write(pen, label, { font: `400 18px ${faces.text}`, colour: colours.soft, x, y: y - 28, width })
    write(pen, text, { font, colour: colours.ink, x, y, width })
  }
}

function drawMachineLines(pen: Pen, user: CardHolder, { colours, faces }: CardLook): void {
  pen.fillStyle = colours.surface
  pen.fillRect(0, machineTop, cardSize.width, cardSize.height - machineTop)
  pen.fillStyle = colours.hue
  pen.fillRect(0, machineTop, cardSize.width, 1)
  const lines = machineReadable({
    uid: user.uid,
    name: user.username,
    joinedAt: user.joinedAt,
    roleCode: roleCode(user),
  })
  const width = cardSize.width - 2 * margin
  // 36 characters of 0.6 em fill the width between the margins.
  const font = `500 ${Math.floor(width / 36 / 0.6)}px ${faces.document}`
  for (const [index, line] of lines.entries()) {
    write(pen, line, { font, colour: colours.ink, x: margin, y: machineTop + 47 + index * 45, width: width + 8 })
  }
}

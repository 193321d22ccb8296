import type { CardHolder } from './card-holder'
import { cardSize, drawCard, type CardColours, type CardFaces, type CardPortrait } from './draw-card'

/** Pixels for each unit of the drawing: 1712 by 1080 in all. */
const SCALE = 2
/** How long portrait and type may take, in milliseconds: then the card has initials, and the type of the device. */
const TIMEOUT_MS = 10_000

/** A card as a file, and whether the portrait that the holder has is on it. */
export interface CardPicture {
  readonly file: Blob
  readonly portraitMissing: boolean
}

/**
 * The holder's card as a PNG, in the colours of the light scheme, made on this device.
 * @throws Error when this browser cannot draw it
 */
export async function cardPicture(user: CardHolder): Promise<CardPicture> {
  const { colours, faces } = readLook(user)
  const [portrait] = await Promise.all([loadPortrait(user.profilePicture), loadFaces(user, faces)])
  const canvas = document.createElement('canvas')
  canvas.width = cardSize.width * SCALE
  canvas.height = cardSize.height * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no canvas.')
  pen.scale(SCALE, SCALE)
  drawCard(pen, user, { colours, faces, portrait })
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('The canvas gave no picture.')
  return { file, portraitMissing: user.profilePicture !== null && portrait === null }
}

/** Colours and type by the tokens, as they are where the light scheme holds. */
function readLook(user: CardHolder): { colours: CardColours; faces: CardFaces } {
  const probe = document.createElement('div')
  probe.hidden = true
  probe.dataset.mantineColorScheme = 'light'
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const look = {
    colours: {
      hue: token(user.governmentRole ? `office-${user.governmentRole}` : 'state'),
      second: token('office-marketingMinister'),
      surface: token('surface'),
      ink: token('ink'),
      soft: token('ink-soft'),
      onHue: token('on-state'),
    },
    faces: { title: token('font-title'), text: token('font-text'), document: token('font-document') },
  }
  probe.remove()
  return look
}

/** A canvas does not wait for type: what it needs is asked for first. Type that does not come, or not in time, is replaced by its fallback. */
async function loadFaces(user: CardHolder, { title, text, document: mono }: CardFaces): Promise<void> {
  const fonts = [`850 expanded 30px ${title}`, `850 30px ${title}`, `640 23px ${text}`, `500 23px ${mono}`]
  const letters = `NATION @0 ${user.username.slice(0, 128)}`
  let late: ReturnType<typeof setTimeout> | undefined
  await Promise.race([
    Promise.allSettled(fonts.map((font) => document.fonts.load(font, letters))),
    new Promise((resolve) => (late = setTimeout(resolve, TIMEOUT_MS))),
  ])
  clearTimeout(late)
}

/** The portrait, or null when there is none, or none that may be drawn: not every other site lets its pictures be copied. */
async function loadPortrait(address: string | null): Promise<CardPortrait | null> {
  if (address === null) return null
  const image = new Image()
  image.crossOrigin = 'anonymous'
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), TIMEOUT_MS)
    const settle = (portrait: CardPortrait | null) => {
      clearTimeout(late)
      resolve(portrait)
    }
    image.onload = () => settle(sizedAs(image))
    image.onerror = () => settle(null)
    image.src = address
  })
}

const sizedAs = (image: HTMLImageElement): CardPortrait | null =>
  image.naturalWidth > 0 && image.naturalHeight > 0
    ? { image, width: image.naturalWidth, height: image.naturalHeight }
    : null

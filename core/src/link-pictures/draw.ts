import { buffer } from 'node:stream/consumers'
import { positions } from '@nation/domain/elections'
import { mediaLimits } from '@nation/domain/media'
import sharp, { type OverlayOptions } from 'sharp'
import { mediaName, type MediaStore } from '../media'
import { Semaphore } from '../platform'
import { greatSeal } from './great-seal'
import { colours, officeHues } from './look'
import { shareSize, type PersonShare, type Share, type ShareSeat, type WeekShare } from './share'
import { commonSize, drawable, setWords, type Words } from './type'

/** Two are drawn at a time in each process; an eighth of a second each on a small machine. */
const semaphore = new Semaphore(2, 24)

/**
 * Draws a picture for shared links, as JPEG. Only what `share` says is on it, and no picture but ours is opened.
 * @throws NationError `busy` when too many are drawn already
 */
export function drawShare(share: Share, store: MediaStore): Promise<Buffer> {
  return semaphore.run(async () => {
    const layers = share.kind === 'person' ? await personLayers(share, store) : await weekLayers(share, store)
    return sharp(Buffer.from(ground(share)))
      .composite([...(await heading()), ...layers])
      .jpeg({ quality: 86 })
      .toBuffer()
  })
}

const left = 76
const portraitSide = 330
const portraitAt = { left: 794, top: 144 } as const

async function personLayers(share: PersonShare, store: MediaStore): Promise<OverlayOptions[]> {
  const hue = hueOf(share)
  // A name that cannot be drawn at all gives its place to the handle, which X keeps to plain letters.
  const name = drawable(share.name) || `@${share.handle}`
  const hasName = drawable(share.name) !== ''
  const width = 660
  const column = await stack(186, [
    [{ text: share.is, face: 'title', colour: hue, sizes: [26, 22], width, lines: 1 }, 26],
    [
      {
        text: name,
        face: 'title',
        colour: colours.ink,
        sizes: [68, 58, 48, 40],
        width,
        lines: 2,
      },
      22,
    ],
    [
      { text: hasName ? `@${share.handle}` : '', face: 'text', colour: colours.faint, sizes: [32], width, lines: 1 },
      34,
    ],
    [{ text: share.line, face: 'text', colour: colours.soft, sizes: [34, 30], width, lines: 2 }, 0],
  ])
  return [
    ...column,
    ...(await foot(share.foot)),
    ...(await portrait(share.picture, name, hue, { ...portraitAt, side: portraitSide }, store)),
    ...(share.office ? await numeral(share.office.numeral, hue) : []),
  ]
}

const columns = Math.max(3, Math.ceil(positions.length / 3))

/** Plates of seats in three rows. */
const cell = {
  ...{ height: 100, gap: 8, top: 230, side: 76 },
  width: Math.floor((shareSize.width - 2 * left + 8) / columns) - 8,
} as const

async function weekLayers(share: WeekShare, store: MediaStore): Promise<OverlayOptions[]> {
  const width = shareSize.width - 2 * left
  const top = await stack(154, [
    [{ text: share.title, face: 'title', colour: colours.state, sizes: [46, 40, 34], width, lines: 1 }, 0],
  ])
  const names = share.seats.map(({ winner }) => nameOf(winner))
  // Beside each other all names have one size, and all offices.
  const sizes = {
    name: await commonSize(names, { ...inCell, face: 'title', colour: colours.ink, sizes: [24, 21, 18] }),
    title: await commonSize(
      share.seats.map(({ title }) => title),
      { ...inCell, face: 'text', colour: colours.ink, sizes: [20, 18] },
    ),
  }
  const seats = await Promise.all(
    share.seats.map((seat, place) => seatLayers(seat, cellAt(place), share.counted, sizes, store)),
  )
  return [...top, ...seats.flat(), ...(await foot(`${share.week} · ${share.line}`))]
}

/** Where a plate's second line begins, whether the first has letters that reach below it or not. */
const second = 54

/** The measures of a text on a seat's plate. */
const inCell = { width: cell.width - cell.side - 36, lines: 1 } as const

const nameOf = (winner: ShareSeat['winner']): string =>
  winner ? drawable(winner.name) || drawable(winner.username) || 'Elected' : 'Vacant'

async function seatLayers(
  seat: ShareSeat,
  at: { readonly left: number; readonly top: number },
  counted: boolean,
  sizes: { readonly name: number; readonly title: number },
  store: MediaStore,
): Promise<OverlayOptions[]> {
  const hue = officeHues[seat.role]
  const spot = { left: at.left + 14, top: at.top + 9, side: cell.side }
  const line = (text: string, face: Words['face'], colour: string, size: number): Words => ({
    ...{ ...inCell, text, face, colour },
    sizes: [size],
  })
  const beside = spot.left + cell.side + 12
  if (!counted) {
    const [colour, note] = seat.open ? [colours.ink, colours.soft] : [colours.faint, colours.faint]
    return [
      ...(await plateWith(seat.numeral, seat.open ? hue : colours.faint, spot)),
      ...(await stack(at.top + 26, [[line(seat.title, 'text', colour, sizes.title), 0]], beside)),
      ...(await stack(at.top + second, [[line(seat.note, 'text', note, sizes.title), 0]], beside)),
    ]
  }
  const { winner } = seat
  const name = nameOf(winner)
  const column = [
    ...(await stack(at.top + 24, [[line(name, 'title', winner ? colours.ink : colours.faint, sizes.name), 0]], beside)),
    ...(await stack(at.top + second, [[line(seat.title, 'text', hue, sizes.title), 0]], beside)),
  ]
  return winner ? [...(await portrait(winner.picture, name, hue, spot, store)), ...column] : column
}

const cellAt = (place: number) => ({
  left: left + (place % columns) * (cell.width + cell.gap),
  top: cell.top + Math.floor(place / columns) * (cell.height + cell.gap),
})

/** Texts below one another, each with its distance to the next. */
async function stack(
  from: number,
  texts: readonly (readonly [words: Words, gap: number])[],
  x: number = left,
): Promise<OverlayOptions[]> {
  let top = from
  const layers: OverlayOptions[] = []
  for (const [words, gap] of texts) {
    const set = await setWords(words)
    if (!set) continue
    layers.push({ input: set.picture, left: x, top: Math.round(top) })
    top += set.height + gap
  }
  return layers
}

const foot = (text: string): Promise<OverlayOptions[]> =>
  stack(568, [
    [{ text, face: 'text', colour: colours.faint, sizes: [24, 21], width: shareSize.width - 2 * left, lines: 1 }, 0],
  ])

const heading = (): Promise<OverlayOptions[]> =>
  stack(
    72,
    [[{ text: 'NATION', face: 'title', colour: colours.state, sizes: [32], width: 400, lines: 1 }, 0]],
    left + 76,
  )

interface Spot {
  readonly left: number
  readonly top: number
  readonly side: number
}

/** A portrait of ours, or an initial on the office's hue. */
async function portrait(
  picture: string | null,
  name: string,
  hue: string,
  spot: Spot,
  store: MediaStore,
): Promise<OverlayOptions[]> {
  const portrait = await portraitOf(picture, spot.side, store)
  if (portrait) return [{ input: portrait, left: spot.left, top: spot.top }]
  return plateWith(name.replace(/^@/, '').charAt(0).toUpperCase(), hue, spot)
}

/** A letter or a numeral on a square of the office's hue. */
async function plateWith(text: string, hue: string, { left, top, side }: Spot): Promise<OverlayOptions[]> {
  const square = `<svg width="${side}" height="${side}"><rect width="100%" height="100%" fill="${hue}"/></svg>`
  const set = await setWords({
    ...{ text, face: 'title', colour: colours.surface },
    sizes: [Math.round(side * 0.4)],
    width: side,
    lines: 1,
  })
  return [{ input: Buffer.from(square), left, top }, ...(set ? [centred(set, { left, top, side })] : [])]
}

function centred(set: { picture: Buffer; width: number; height: number }, { left, top, side }: Spot): OverlayOptions {
  return {
    input: set.picture,
    left: Math.round(left + (side - set.width) / 2),
    top: Math.round(top + (side - set.height) / 2),
  }
}

/** A picture that the nation keeps, cut to a square; null for any other, and for one that is gone or damaged. */
async function portraitOf(picture: string | null, side: number, store: MediaStore): Promise<Buffer | null> {
  const name = picture?.startsWith('/media/') ? picture.slice('/media/'.length) : null
  if (name === null || !mediaName.test(name)) return null
  try {
    const file = await store.open(name)
    if (!file) return null
    if (file.bytes > mediaLimits.bytes) {
      file.stream.destroy()
      return null
    }
    return await sharp(await buffer(file.stream), { limitInputPixels: mediaLimits.pixels })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch {
    return null
  }
}

const badge = 76

/** The office's numeral, as denominations are numbered, on the portrait's corner. */
async function numeral(text: string, hue: string): Promise<OverlayOptions[]> {
  const spot = { left: portraitAt.left - badge / 2, top: portraitAt.top + portraitSide - badge, side: badge }
  const set = await setWords({ text, face: 'title', colour: colours.surface, sizes: [40], width: badge, lines: 1 })
  const plate = `<svg width="${badge}" height="${badge}"><rect x="2" y="2" width="${badge - 4}" height="${badge - 4}" fill="${hue}" stroke="${colours.paper}" stroke-width="4"/></svg>`
  return [{ input: Buffer.from(plate), left: spot.left, top: spot.top }, ...(set ? [centred(set, spot)] : [])]
}

const hueOf = (share: Share): string =>
  share.kind === 'person' && share.office ? officeHues[share.office.role] : colours.state

/** Paper with the engraved lines, the seal, and what is ruled on it. */
function ground(share: Share): string {
  const { width, height } = shareSize
  const hue = hueOf(share)
  const rings = Array.from(
    { length: 48 },
    (_, turn) => `<ellipse rx="430" ry="${share.kind === 'person' ? 170 : 40}" transform="rotate(${turn * 3.75})"/>`,
  )
  // What the rings leave free in their middle lies behind the portrait, or behind the plate of a seat.
  const middle =
    share.kind === 'person' ? [portraitAt.left + portraitSide / 2, portraitAt.top + portraitSide / 2] : [950, 384]
  const opacity = share.kind === 'person' ? 0.22 : 0.1
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colours.paper}"/>
    <g fill="none" stroke="${hue}" stroke-opacity="${opacity}" transform="translate(${middle.join(' ')})">${rings.join('')}</g>
    <rect width="18" height="${height}" fill="${hue}"/>
    <g transform="translate(${left + 28} 84) scale(.6)">${greatSeal}</g>
    ${share.kind === 'person' ? frame(hue) : share.seats.map((seat, place) => plate(seat, place, share.counted)).join('')}
    ${share.kind === 'person' ? `<path d="M${left} 546H736" stroke="${colours.line}" stroke-width="2"/>` : ''}
  </svg>`
}

function frame(hue: string): string {
  const [x, y, side] = [portraitAt.left - 14, portraitAt.top - 14, portraitSide + 28]
  return `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${colours.surface}" stroke="${hue}" stroke-width="3"/>`
}

function plate(seat: ShareSeat, place: number, counted: boolean): string {
  const at = cellAt(place)
  return `<rect x="${at.left}" y="${at.top}" width="${cell.width}" height="${cell.height - 6}" fill="${colours.surface}" stroke="${colours.line}"/>
    <rect x="${at.left}" y="${at.top}" width="5" height="${cell.height - 6}" fill="${officeHues[seat.role]}"/>
    ${seat.winner || !counted ? '' : `<rect x="${at.left + 14}" y="${at.top + 9}" width="${cell.side}" height="${cell.side}" fill="none" stroke="${colours.line}" stroke-width="2" stroke-dasharray="6 5"/>`}`
}

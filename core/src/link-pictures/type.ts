import path from 'node:path'
import { cleanLine } from '@nation/domain/text'
import sharp from 'sharp'

// The drawing library reads it once, before the first text: the faces beside this file, and none of the machine's own.
process.env['FONTCONFIG_FILE'] = path.join(import.meta.dirname, 'faces', 'fonts.conf')

/** The faces, by the names that their files have. `npm run fonts -w web` cuts them. */
const faces = { title: 'Archivo SemiBold', text: 'Public Sans Thin' } as const

/** What no face has a letter for: it would be drawn as a box. */
const missing = /[^\u0020-\u007e\u00a1-\u0131\u0134-\u0148\u014a-\u017e\u0218-\u021b–—‘’“”•…€]/gu

/** Of a text in one line, what the faces can draw; blank when that is nothing. */
export const drawable = (text: string): string => cleanLine(text.normalize('NFC').replace(missing, ' '))

/** A text in its place. Sizes are in pixels. */
export interface Words {
  readonly text: string
  readonly face: keyof typeof faces
  readonly colour: string
  /** The sizes to try, the largest first: the first that fits is taken. */
  readonly sizes: readonly number[]
  readonly width: number
  readonly lines: number
}

/** A text as a picture, trimmed to what is drawn. */
export interface SetWords {
  readonly picture: Buffer
  readonly width: number
  readonly height: number
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Sets a text as large as it fits; in the smallest size what does not fit is cut off behind an ellipsis. Null when it is blank. */
export async function setWords(words: Words): Promise<SetWords | null> {
  const text = drawable(words.text)
  if (text === '') return null
  let set: SetWords | null = null
  for (const size of words.sizes) {
    set = await setAt(words, text, size)
    if (fits(set, words, size)) return set
  }
  const smallest = words.sizes.at(-1) ?? 24
  // Each try draws the text anew. There are few, because contracts bound how long a text is.
  for (let length = text.length - 1; length > 1; length = Math.floor(length * 0.85)) {
    set = await setAt(words, `${text.slice(0, length).trimEnd()}…`, smallest)
    if (fits(set, words, smallest)) return set
  }
  return set
}

/** The largest size in which all of these texts fit, so that they stand beside each other alike; the smallest where some fit in none. */
export async function commonSize(texts: readonly string[], words: Omit<Words, 'text'>): Promise<number> {
  const drawn = texts.map(drawable).filter((text) => text !== '')
  for (const size of words.sizes) {
    const sets = await Promise.all(drawn.map((text) => setAt(words, text, size)))
    if (sets.every((set) => fits(set, words, size))) return size
  }
  return words.sizes.at(-1) ?? 24
}

const lineHeight = 1.25

const fits = (set: SetWords, { width, lines }: Pick<Words, 'width' | 'lines'>, size: number): boolean =>
  set.width <= width && set.height <= lines * lineHeight * size

async function setAt(
  { face, colour, width }: Pick<Words, 'face' | 'colour' | 'width'>,
  text: string,
  size: number,
): Promise<SetWords> {
  const escaped = text.replace(/[&<>]/g, (sign) => escapes[sign] ?? '')
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped}</span>`,
      // The comma ends the family's name: without it, words such as 'Thin' are taken for a weight.
      font: `${faces[face]}, ${size}`,
      dpi: 72,
      rgba: true,
      width,
      wrap: 'word',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { picture: data, width: info.width, height: info.height }
}

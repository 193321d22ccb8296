import path from 'node:path'
import { stat, writeFile } from 'node:fs/promises'
import { NationError } from '@nation/domain/errors'
import { isImage, mediaLimits, mediaTypes, pictureSizes, type MediaPreset, type MediaType } from '@nation/domain/media'
import sharp, { type Sharp } from 'sharp'
import { kindOfFile } from './file-kinds'
import { withScratch } from './scratch'
import { hashOfFile, type MediaStore } from './store'
import { Semaphore } from '../platform'

/**
 * Two pictures at a time are unpacked in each process, and together no more bytes than this; a larger one by itself. What libvips
 * needs is up to 2.4 times of that (progressive JPEG), and the process has a limit (decision 122).
 */
const semaphore = new Semaphore(2, 24, 200_000_000)

/** Libvips keeps what it has opened, by name and by content: ours are opened once. */
sharp.cache(false)
/** Where a process may have several pictures at a time, one thread is enough for each. */
sharp.concurrency(1)

const timeoutSeconds = 20

/** A picture that was written anew. */
export interface Redrawn {
  readonly type: MediaType
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/**
 * Reads a picture and writes it anew to `target`, without anything that it carried besides what is seen: for a portrait or a
 * banner a still WebP of that size, for an attachment the same kind of picture, no larger than `mediaLimits` say, moving if
 * it moved.
 * @throws NationError `image_too_large`, `file_type_invalid` when it cannot be read whole, `busy` also when it took too long
 */
export async function redraw(
  source: string,
  target: string,
  type: MediaType,
  preset: MediaPreset,
  seconds = timeoutSeconds,
): Promise<Redrawn> {
  try {
    const { pages, unpacked } = await measure(source, preset)
    return await semaphore.run(async () => {
      const picture = pages > 1 ? moving(source, pages) : still(source, preset)
      const [written, output] = encoded(picture, type, preset)
      const info = await written.timeout({ seconds }).toFile(target)
      return { type: output, width: info.width, height: info.pageHeight ?? info.height, bytes: info.size }
    }, unpacked)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** How many pages of a picture are read, and how many bytes they are unpacked. */
interface Measured {
  readonly pages: number
  readonly unpacked: number
}

/** @throws NationError `image_too_large` before anything is unpacked */
async function measure(source: string, preset: MediaPreset): Promise<Measured> {
  const { width, height, pages = 1, pageHeight, channels, depth } = await sharp(source, reading).metadata()
  const readable = preset === 'attachment' ? Math.min(pages, mediaLimits.frames) : 1
  const pixels = width * (pageHeight ?? height) * readable
  if (pixels > mediaLimits.pixels) throw new NationError('image_too_large')
  return { pages: readable, unpacked: pixels * channels * bytesOfSample(depth) }
}

const bytesOfSample = (depth: string): number => ({ char: 1, uchar: 1, short: 2, ushort: 2 })[depth] ?? 8

const reading = { limitInputPixels: mediaLimits.pixels, failOn: 'error' } as const
const side = mediaLimits.longestSide
const within = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const

function still(source: string, preset: MediaPreset): Sharp {
  const size = pictureSizes[preset]
  return sharp(source, reading)
    .autoOrient()
    .resize(size ? { ...size, fit: 'cover' } : within)
}

function moving(source: string, pages: number): Sharp {
  return sharp(source, { ...reading, pages }).resize(within)
}

function encoded(picture: Sharp, type: MediaType, preset: MediaPreset): [Sharp, MediaType] {
  if (preset !== 'attachment' || type === 'image/webp') return [picture.webp({ quality: 82 }), 'image/webp']
  if (type === 'image/png') return [picture.png({ compressionLevel: 8 }), type]
  if (type === 'image/gif') return [picture.gif({ effort: 3 }), type]
  return [picture.jpeg({ quality: 85 }), 'image/jpeg']
}

function refusalOf(error: unknown): NationError {
  if (error instanceof NationError) return error
  const said = error instanceof Error ? error.message : ''
  return Object.assign(new NationError(...codeOf(said)), { cause: error })
}

function codeOf(said: string): ConstructorParameters<typeof NationError> {
  // The picture may be good, and the machine is not fast enough at the moment.
  if (/^timeout:/i.test(said)) return ['busy', { retryAfter: 30 }]
  return [/exceeds pixel limit/i.test(said) ? 'image_too_large' : 'file_type_invalid']
}

/**
 * Keeps a picture that the nation itself fetched or drew, cut to a size, as WebP. It is named by its content, so the same
 * picture is stored once and its address can be cached for good.
 * @returns the path under which it is served, such as `/media/portraits/ab12….webp`
 * @throws Error when the bytes are not a picture that is taken
 */
export async function storeImage(
  bytes: Buffer,
  where: { readonly store: MediaStore; readonly folder: string; readonly width: number; readonly height: number },
): Promise<string> {
  if (bytes.length > mediaLimits.bytes) throw new Error('The image is too large.')
  return withScratch(async (folder) => {
    const source = path.join(folder, 'source')
    const target = path.join(folder, 'target')
    await writeFile(source, bytes)
    const type = await kindOfFile(source)
    if (type === null || !isImage(type)) throw new Error('The file is not a JPEG, PNG, GIF or WebP image.')
    const { unpacked } = await measure(source, 'profile')
    await semaphore.run(
      () =>
        sharp(source, reading)
          .autoOrient()
          .resize({ width: where.width, height: where.height, fit: 'cover' })
          .webp({ quality: 82 })
          .toFile(target),
      unpacked,
    )
    const name = `${where.folder}/${(await hashOfFile(target)).slice(0, 32)}.${mediaTypes['image/webp']}`
    await where.store.put(name, target, 'image/webp')
    return `/media/${name}`
  })
}

/** Size of a file in bytes. */
export const bytesOf = async (file: string): Promise<number> => (await stat(file)).size

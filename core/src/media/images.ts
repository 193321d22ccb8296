import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** Formats that are read; whatever comes in, WebP goes out (spec document 1 section 5). */
const readable = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** The largest image that is read, in bytes and in pixels. */
export const imageLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 } as const

/**
 * Reads an image by what it is, not by what it is called, and writes it again as WebP without any of its metadata. The
 * file is named by its content, so the same picture is stored once and its address can be cached for good.
 * @returns the path under which it is served, such as `/media/portraits/ab12….webp`
 * @throws Error when the bytes are not an image that is taken
 */
export async function storeImage(
  bytes: Buffer,
  where: { readonly mediaDir: string; readonly folder: string; readonly width: number; readonly height: number },
): Promise<string> {
  if (bytes.length > imageLimits.bytes) throw new Error('The image is too large.')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !readable.has(type.mime)) throw new Error('The file is not a JPEG, PNG, GIF or WebP image.')
  const webp = await sharp(bytes, { limitInputPixels: imageLimits.pixels, animated: false })
    .rotate()
    .resize(where.width, where.height, { fit: 'cover', withoutEnlargement: false })
    .webp({ quality: 82 })
    .toBuffer()
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`
  await writeOnce(path.join(where.mediaDir, where.folder), name, webp)
  return `/media/${where.folder}/${name}`
}

/** Writes beside and renames, so that a half-written file is never served. */
async function writeOnce(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `.${randomUUID()}`)
  await writeFile(draft, bytes)
  await rename(draft, path.join(folder, name))
}

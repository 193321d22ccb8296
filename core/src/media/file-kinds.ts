import { open, stat } from 'node:fs/promises'
import { isImage, type MediaType } from '@nation/domain/media'
import { fileTypeFromBuffer } from 'file-type'
import { checkMp4 } from './mp4'
import { checkPdf } from './pdf'
import { checkXlsx } from './xlsx'

const headLength = 4_100

/**
 * What a file is, by what is in it; its name and what the browser says of it count for nothing. Documents and films are
 * checked closely, because they are stored as they came; pictures are decoded and re-encoded anyway.
 * @returns null when it is nothing that we take
 */
export async function kindOfFile(file: string): Promise<MediaType | null> {
  const head = await readHead(file)
  const { size } = await stat(file)
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return (await checkPdf(file, size)) ? 'application/pdf' : null
  if (head.subarray(0, 4).equals(zipMark)) return (await checkXlsx(file, size)) ? xlsx : null
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') return (await checkMp4(file, size)) ? 'video/mp4' : null
  const found = await fileTypeFromBuffer(head)
  // A PNG that moves is a PNG: its first picture is what we keep.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return mime !== undefined && isImage(mime as MediaType) ? (mime as MediaType) : null
}

const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' satisfies MediaType

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

import { deflateRawSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour, in any of the four kinds. */
export async function aPicture(
  kind: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  size: { width: number; height: number } = { width: 640, height: 480 },
  background = '#1B2A6B',
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .toFormat(kind)
    .toBuffer()
}

/** A photograph that says where it was taken, and lies on its side. */
export async function aPhotograph(): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#884400' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera', Copyright: 'Jane Doe' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A picture that moves. */
export async function aMovingPicture(kind: 'gif' | 'webp', frames: number, side = 32): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * frames * 3)
  for (let frame = 0; frame < frames; frame++)
    raw.fill(frame * 7, frame * side * side * 3, (frame + 1) * side * side * 3)
  return sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .toFormat(kind, { delay: Array<number>(frames).fill(50) })
    .toBuffer()
}

/** A PNG that claims to be that large, and unpacks to it: a few hundred bytes on the wire for each million pixels. */
export function aPixelBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const framed = Buffer.alloc(8 + data.length + 4)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), 8 + data.length)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  const rows = Buffer.alloc(row.length * Math.min(height, 2_000))
  const zlib = Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(rows), Buffer.alloc(4)])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', zlib), chunk('IEND', Buffer.alloc(0))])
}

/** A PDF of one empty page. */
export function aPdf(extra = ''): Buffer {
  const body = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${extra}`
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

export interface ZipEntry {
  readonly name: string
  readonly data: Buffer
  /** What the archive says that it unpacks to, when that is a lie. */
  readonly claims?: number
}

/** A zip archive of these entries. */
export function aZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, data, claims = data.length } of entries) {
    const packed = deflateRawSync(data)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims, 18)
    common.writeUInt16LE(title.length, 22)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, title)
    offset += 30 + title.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const contents =
  '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'

/** The parts that make a zip a spreadsheet. */
export const sheetParts: readonly ZipEntry[] = [
  { name: '[Content_Types].xml', data: Buffer.from(contents) },
  { name: '_rels/.rels', data: Buffer.from('<Relationships/>') },
  { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') },
]

/** A box of an MP4. */
export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A film of no pictures, made at a place that it tells; its description may hold more than that. */
export function anMp4(...more: Buffer[]): Buffer {
  const place = box('udta', box('\xa9xyz', Buffer.from('+48.8577+002.295/')))
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp41', 'latin1')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('trak', box('tkhd', Buffer.alloc(80)), place), place, ...more),
    box('mdat', Buffer.alloc(64)),
  ])
}

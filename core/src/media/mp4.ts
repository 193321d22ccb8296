import { open, type FileHandle } from 'node:fs/promises'

/** A box of an MP4: what it is, where it begins and ends, and where its content begins. */
interface Box {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

const brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|MSNV|dash|f4v |mmp4)$/

/** Of a whole film, wherever they are: each of them is a read from the disk. */
const mostBoxes = 10_000

/** Boxes that say where and with what a film was made. */
const telling = new Set(['udta', 'meta', 'uuid'])

/** Boxes that are looked into, from the outside inwards. */
const containers = ['moov', 'trak'] as const

/** Whether a file is built as an MP4 is: boxes from its first byte to its last, with a film's description among them. */
export async function checkMp4(file: string, size: number): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const boxes = await boxesOfFilm(handle, size)
    if (boxes === null || boxes[0]?.type !== 'ftyp' || boxes[0].end > 4_096) return false
    const head = await readAt(handle, boxes[0].body, 4)
    const types = boxes.map((box) => box.type)
    return brands.test(head.toString('latin1')) && types.includes('moov') && types.includes('mdat')
  } finally {
    await handle.close()
  }
}

/** Blanks, in place, what a film says about where and with what it was made; what is left plays as before. */
export async function stripMp4(file: string, size: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await blankMetadata(handle, (await boxesOfFilm(handle, size)) ?? [])
  } finally {
    await handle.close()
  }
}

/** The boxes of the film, of its description and of its tracks, in this order; null when they do not fit or are too many. */
async function boxesOfFilm(handle: FileHandle, size: number): Promise<Box[] | null> {
  const top = await boxesOf(handle, 0, size, mostBoxes)
  if (top === null) return null
  const all = [...top]
  let level = top
  for (const container of containers) {
    const inner: Box[] = []
    for (const box of level.filter(({ type }) => type === container)) {
      const boxes = await boxesOf(handle, box.body, box.end, mostBoxes - all.length - inner.length)
      if (boxes === null) return null
      inner.push(...boxes)
    }
    all.push(...inner)
    level = inner
  }
  return all
}

async function blankMetadata(handle: FileHandle, boxes: readonly Box[]): Promise<void> {
  for (const box of boxes.filter(({ type }) => telling.has(type))) {
    await handle.write(Buffer.from('free', 'latin1'), 0, 4, box.start + 4)
    await handle.write(Buffer.alloc(box.end - box.body), 0, box.end - box.body, box.body)
  }
}

/** The boxes between two places, one after the other without a gap; null when they do not fit, or there are too many. */
async function boxesOf(handle: FileHandle, from: number, to: number, most: number): Promise<Box[] | null> {
  const boxes: Box[] = []
  for (let start = from; start < to;) {
    const box = await boxAt(handle, start, to)
    if (box === null || boxes.length >= most) return null
    boxes.push(box)
    start = box.end
  }
  return boxes
}

async function boxAt(handle: FileHandle, start: number, to: number): Promise<Box | null> {
  if (start + 8 > to) return null
  const head = await readAt(handle, start, 16)
  const type = head.subarray(4, 8).toString('latin1')
  const short = head.readUInt32BE(0)
  const long = short === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : null
  const body = start + (long === null ? 8 : 16)
  const end = short === 0 ? to : start + (long ?? short)
  return end >= body && end <= to ? { type, start, body, end } : null
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

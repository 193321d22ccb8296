import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, statfs, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { NationError } from '@nation/domain/errors'

/** A part of a file, both ends included, counted from 0. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** A file as it is handed out. */
export interface StoredFile {
  readonly stream: Readable
  /** Length of the whole file. */
  readonly bytes: number
}

/** Where files are stored, by names such as `uploads/3f…a1.webp`. A name's content never changes. */
export interface MediaStore {
  /** Keeps a copy of a local file under a name; doing it again changes nothing. */
  readonly put: (name: string, file: string, type: string) => Promise<void>
  /** Opens a file, or a part of it; null when there is none. A range beyond the end is the whole file. */
  readonly open: (name: string, range?: (bytes: number) => ByteRange | null) => Promise<StoredFile | null>
  /** Removes a file; one that is not there is removed already. */
  readonly remove: (name: string) => Promise<void>
}

/** What a name looks like: a folder and a file, nothing that leads elsewhere. */
export const mediaName = /^[a-z]{1,32}\/[0-9a-zA-Z_-]{1,64}\.[a-z0-9]{2,4}$/

/** What is left of a disk for others, in bytes: the database may be on the same one, and must be able to write. */
const reserve = { share: 0.05, most: 2 * 1024 ** 3 }

/** Whether a folder's disk has room for more files. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize > Math.min(reserve.share * blocks * bsize, reserve.most)
}

/** Files in a folder of this machine. It takes no more files once its disk is nearly full. */
export function diskStore(root: string, roomIn: (folder: string) => Promise<boolean> = hasRoom): MediaStore {
  const place = (name: string) => {
    if (!mediaName.test(name)) throw new Error(`'${name}' is not the name of a file of ours.`)
    return path.join(root, name)
  }
  return {
    put: async (name, file) => {
      const target = place(name)
      await mkdir(path.dirname(target), { recursive: true })
      if (!(await roomIn(root))) throw new NationError('busy', { retryAfter: 600 })
      // Beside it first: a half-written file is never served.
      const draft = path.join(path.dirname(target), `.${randomUUID()}`)
      try {
        await copyFile(file, draft)
        await rename(draft, target)
      } finally {
        await rm(draft, { force: true })
      }
    },
    open: async (name, range) => {
      const handle = await open(place(name), 'r').catch(absent)
      return handle && openPart(handle, range)
    },
    remove: async (name) => rm(place(name), { force: true }),
  }
}

async function openPart(
  handle: FileHandle,
  range: ((bytes: number) => ByteRange | null) | undefined,
): Promise<StoredFile | null> {
  const stat = await handle.stat()
  if (!stat.isFile()) {
    await handle.close()
    return null
  }
  const part = range?.(stat.size) ?? null
  const options = part ? { start: part.from, end: part.to } : {}
  return { stream: handle.createReadStream({ ...options, autoClose: true }), bytes: stat.size }
}

function absent(error: unknown): null {
  const code = (error as { code?: string }).code
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
  throw error
}

/** SHA-256 of a file, in hexadecimal, without holding it in memory. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

import { createHmac } from 'node:crypto'
import path from 'node:path'
import type { CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { isImage, mediaLimits, mediaTypes, typesOf, type MediaPreset, type MediaType } from '@nation/domain/media'
import { Citizen } from '../citizens'
import type { EntityManager } from 'typeorm'
import {
  change,
  type CitizenContext,
  column,
  type Context,
  readFirst,
  readOne,
  type Runtime,
  type SignedIn,
  write,
} from '../platform'
import { kindOfFile } from './file-kinds'
import { bytesOf, redraw } from './images'
import type { Media } from './media.entity'
import { stripMp4 } from './mp4'
import { withScratch } from './scratch'
import { hashOfFile, type MediaStore } from './store'

/** A file that has arrived whole on this machine's disk. */
export interface Arrived {
  readonly path: string
  readonly bytes: number
}

/** Where uploads are stored, and the secret key that their names follow from. */
export interface UploadPlace {
  readonly store: MediaStore
  readonly names: Uint8Array
}

/** A file as it will be stored. */
interface Prepared {
  readonly path: string
  readonly type: MediaType
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}

/**
 * `media.upload`: looks what the file is, writes pictures anew, and keeps it under a name that follows from its owner, its
 * content and a key of the nation's. The slow part holds no lock.
 * @throws NationError `file_type_invalid`, `attachment_type_invalid`, `image_too_large`, `upload_failed`
 */
export async function storeUpload(
  runtime: Runtime,
  { store, names }: UploadPlace,
  caller: SignedIn,
  preset: MediaPreset,
  file: Arrived,
): Promise<CallOutput<'media.upload'>> {
  const type = await kindOfFile(file.path)
  if (type === null || !typesOf(preset).includes(type)) {
    throw new NationError(preset === 'attachment' ? 'attachment_type_invalid' : 'file_type_invalid')
  }
  return withScratch(async (folder) => {
    const prepared = await prepare(file, path.join(folder, 'kept'), type, preset)
    const hash = await hashOfFile(prepared.path)
    const media = {
      ...prepared,
      preset,
      hash,
      name: nameOf(names, caller.uid, hash, prepared.type),
      sentBytes: file.bytes,
    }
    const inserted = await change(runtime, { caller }, (ctx) => insertRow(ctx, caller, media))
    await storeFile(runtime, store, media, inserted)
    const { width, height, bytes } = media
    return { success: true, secure_url: `/media/${media.name}`, width, height, bytes, type: media.type }
  })
}

/**
 * Stores the file of a row that was committed before. No lock is held meanwhile: a store that is slow must hold up no vote of those
 * who need the row. Nothing removes the file meanwhile: the row is not due for review, and one whose removal has begun takes no
 * upload. Only where its owner deletes the last message that showed it, the review may have come in between: then this upload has
 * failed. A new row whose file could not be stored goes again.
 * @throws NationError `upload_failed`; `busy` where there is no room for files
 */
async function storeFile(
  { database }: Runtime,
  store: MediaStore,
  media: NewMedia & Pick<Prepared, 'path'>,
  { isNew, at }: Inserted,
): Promise<void> {
  const failed = (cause: unknown) => Object.assign(new NationError('upload_failed'), { cause })
  try {
    await store.put(media.name, media.path, media.type)
  } catch (error) {
    // Unless it was uploaded once more in the meantime.
    if (isNew) await database.query('DELETE FROM media WHERE name = ? AND created_at = ?', [media.name, at])
    throw error instanceof NationError ? error : failed(error)
  }
  const row = await readFirst(
    database,
    { removed_at: column.instant.nullable },
    'SELECT removed_at FROM media WHERE name = ?',
    [media.name],
  )
  if (row?.removed_at === null) return
  if (!row) await store.remove(media.name)
  throw failed(new Error('The file was removed while it was stored.'))
}

async function prepare(file: Arrived, target: string, type: MediaType, preset: MediaPreset): Promise<Prepared> {
  if (isImage(type)) return { path: target, ...(await redraw(file.path, target, type, preset)) }
  if (type === 'video/mp4') await stripMp4(file.path, file.bytes)
  return { path: file.path, type, bytes: await bytesOf(file.path), width: null, height: null }
}

/**
 * Each owner has files of their own: no citizen learns of, or deletes, what another has uploaded. The name is
 * keyed: otherwise a citizen who has the same file could work out its name for any owner, and check whether it is there.
 */
function nameOf(key: Uint8Array, ownerUid: string, hash: string, type: MediaType): string {
  const own = createHmac('sha256', key).update(`${ownerUid} ${hash}`).digest('hex').slice(0, 40)
  return `uploads/${own}.${mediaTypes[type]}`
}

type NewMedia = Omit<Prepared, 'path'> & Pick<Media, 'preset' | 'hash' | 'name' | 'sentBytes'>

interface Inserted {
  /** Whether this file was not stored before. */
  readonly isNew: boolean
  readonly at: Date
}

/** @throws NationError `session_ended`; `busy` while the same file is being removed */
async function insertRow(ctx: Context, caller: SignedIn, media: NewMedia): Promise<Inserted> {
  const { tx } = ctx
  const owner = await tx
    .getRepository(Citizen)
    .findOneOrFail({ where: { id: caller.id }, lock: { mode: 'pessimistic_write' } })
  if (owner.leftAt !== null) throw new NationError('session_ended')
  const now = ctx.now()
  const reviewAt = new Date(now.getTime() + mediaLimits.orphanMs)
  const result = await write(
    tx,
    `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, width, height, created_at, review_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE created_at = VALUES(created_at), review_at = VALUES(review_at), sent_bytes = VALUES(sent_bytes)`,
    [
      caller.id,
      media.name,
      media.hash,
      media.preset,
      media.type,
      media.bytes,
      media.sentBytes,
      media.width,
      media.height,
      now,
      reviewAt,
    ],
  )
  const { removed_at } = await readOne(
    tx,
    { removed_at: column.instant.nullable },
    'SELECT removed_at FROM media WHERE name = ?',
    [media.name],
  )
  if (removed_at !== null) throw new NationError('busy', { retryAfter: 5 })
  return { isNew: result.affectedRows === 1, at: now }
}

/**
 * Counts an upload before anything of it is read, so that refused and broken ones count, too; `bytes` is what its sender
 * announces.
 * @throws NationError `upload_limit` with the seconds to wait
 */
export async function countUpload(ctx: CitizenContext, bytes: number): Promise<void> {
  const { tx, caller } = ctx
  // One after the other: of two at the same time, only one may be the last that is allowed.
  await tx.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [caller.id])
  const now = ctx.now()
  const [hour, day] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
  const sent = await readOne(
    tx,
    { n: column.integer, sent: column.integer.nullable },
    'SELECT COALESCE(SUM(at > ?), 0) AS n, SUM(bytes) AS sent FROM upload_attempts WHERE owner_id = ? AND at > ?',
    [hour, caller.id, day],
  )
  if (sent.n >= mediaLimits.uploadsPerHour) throw new NationError('upload_limit', { retryAfter: 3_600 })
  if ((sent.sent ?? 0) + bytes > mediaLimits.bytesPerDay) {
    throw new NationError('upload_limit', { retryAfter: 24 * 3_600 })
  }
  const stored = await readOne(
    tx,
    { bytes: column.integer.nullable },
    'SELECT SUM(bytes) AS bytes FROM media WHERE owner_id = ?',
    [caller.id],
  )
  if ((stored.bytes ?? 0) + bytes > mediaLimits.bytesStored) {
    throw new NationError('upload_limit', { retryAfter: 24 * 3_600 })
  }
  await tx.query('INSERT INTO upload_attempts (owner_id, bytes, at) VALUES (?, ?, ?)', [caller.id, bytes, now])
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Forgets attempts that no allowance counts any more, a batch of them. @returns how many went */
export async function deleteOldUploads(tx: EntityManager, now: Date, batch: number): Promise<number> {
  const result = await write(tx, 'DELETE FROM upload_attempts WHERE at < ? ORDER BY at LIMIT ?', [
    new Date(now.getTime() - dayMs),
    batch,
  ])
  return result.affectedRows
}

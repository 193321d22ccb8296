import { stat } from 'node:fs/promises'
import path from 'node:path'
import { mediaLimits } from '@nation/domain/media'
import { officeInks, PERSONA_HANDLES, sceneSvg } from '@nation/demo'
import type { EntityManager } from 'typeorm'
import type { StorePicture } from './pictures'

/** Who shows a picture of their own in place of the one on X, and in which office's ink it is drawn. */
const uploaders = [
  [PERSONA_HANDLES.whale, officeInks.minister_finance],
  [PERSONA_HANDLES.moderator, officeInks.minister_citizens],
  [PERSONA_HANDLES.admin, officeInks.secretary],
] as const

const portrait = { folder: 'uploads', width: 400, height: 400 }

/** A picture that a citizen of the demo has uploaded. */
export interface DemoUpload {
  readonly handle: string
  readonly url: string
  readonly bytes: number
}

/** Draws and stores what some citizens have uploaded. */
export async function drawUploads(keep: StorePicture, mediaDir: string): Promise<DemoUpload[]> {
  const drawn: DemoUpload[] = []
  for (const [handle, ink] of uploaders) {
    const url = await keep(sceneSvg(`own picture of ${handle}`, ink, portrait.width, portrait.height), portrait)
    const file = path.join(mediaDir, url.replace('/media/', ''))
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    drawn.push({ handle, url, bytes })
  }
  return drawn
}

/** Writes the uploads down as those citizens', and shows them. */
export async function hangUploads(tx: EntityManager, uploads: readonly DemoUpload[], at: Date): Promise<void> {
  const reviewAt = new Date(at.getTime() + mediaLimits.orphanMs)
  for (const { handle, url, bytes } of uploads) {
    const name = url.replace('/media/', '')
    const hash = path.parse(name).name
    await tx.query(
      `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, width, height, created_at, review_at)
       SELECT id, ?, ?, 'profile', 'image/webp', ?, ?, ?, ?, ?, ? FROM citizens WHERE handle = ?`,
      [name, hash, bytes, bytes, portrait.width, portrait.height, at, reviewAt, handle],
    )
    await tx.query('UPDATE citizens SET custom_picture_url = ? WHERE handle = ?', [url, handle])
  }
}

/** All citizens were read from X when the demo begins: none is stale on its first day. */
export const freshFromX = 'UPDATE citizens SET x_refreshed_at = ?'

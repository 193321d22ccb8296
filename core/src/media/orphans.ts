import { z } from 'zod'
import { mediaLimits } from '@nation/domain/media'
import type { DataSource, EntityManager } from 'typeorm'
import { change, column, type Context, readFirst, readOne, readRows, type RowOf, type Runtime } from '../platform'
import type { MediaStore } from './store'

const batchSize = 100

/**
 * Where uploads are pointed to, each as the addresses that one citizen's own things hold. Whatever comes to hold uploads
 * is added here.
 */
const holders: readonly ((tx: EntityManager, ownerId: string) => Promise<string[]>)[] = [
  async (tx, ownerId) => {
    const rows = await readRows(
      tx,
      { url: column.text.nullable },
      'SELECT custom_picture_url AS url FROM citizens WHERE id = ?',
      [ownerId],
    )
    return rows.flatMap(({ url }) => (url === null ? [] : [url]))
  },
  async (tx, ownerId) => {
    const rows = await readRows(
      tx,
      {
        profile_picture: column.text.nullable,
        banner_image: column.text.nullable,
        attachments: column.json(z.record(z.string(), z.array(z.string()))),
      },
      'SELECT profile_picture, banner_image, attachments FROM candidacies WHERE citizen_id = ?',
      [ownerId],
    )
    return rows.flatMap((row) => [
      ...(row.profile_picture === null ? [] : [row.profile_picture]),
      ...(row.banner_image === null ? [] : [row.banner_image]),
      ...Object.values(row.attachments).flat(),
    ])
  },
]

/** When the next upload is looked at; null when there are none. */
export async function orphansDueAt(database: DataSource): Promise<Date | null> {
  const row = await readOne(database, { at: column.instant.nullable }, 'SELECT MIN(review_at) AS at FROM media')
  return row.at ?? null
}

/**
 * Removes uploads that nothing has pointed to for a week; looks again in a week at those that something points to.
 * @returns how many files went
 */
export async function removeOrphans(runtime: Runtime, store: MediaStore): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await readRows(
      runtime.database,
      { id: column.key },
      'SELECT id FROM media WHERE review_at <= ? ORDER BY review_at LIMIT ?',
      [runtime.clock.now(), batchSize],
    )
    for (const { id } of due) {
      if (await change(runtime, {}, (ctx) => review(ctx, store, id))) removed += 1
    }
    if (due.length < batchSize) return removed
  }
}

const rowShape = { name: column.text, owner_id: column.key, review_at: column.instant }

type Row = RowOf<typeof rowShape>

/** The row's lock is held while its file goes: an upload of the same file waits, and then puts it back. */
async function review(ctx: Context, store: MediaStore, id: string): Promise<boolean> {
  const row = await readFirst(ctx.tx, rowShape, 'SELECT name, owner_id, review_at FROM media WHERE id = ? FOR UPDATE', [
    id,
  ])
  const media = row
  const now = ctx.now()
  if (!media || media.review_at.getTime() > now.getTime()) return false
  if (await isHeld(ctx.tx, media)) {
    await ctx.tx.query('UPDATE media SET review_at = ? WHERE id = ?', [
      new Date(now.getTime() + mediaLimits.orphanMs),
      id,
    ])
    return false
  }
  await store.remove(media.name)
  await ctx.tx.query('DELETE FROM media WHERE id = ?', [id])
  return true
}

async function isHeld(tx: EntityManager, media: Row): Promise<boolean> {
  const url = `/media/${media.name}`
  for (const holder of holders) {
    if ((await holder(tx, media.owner_id)).includes(url)) return true
  }
  return false
}

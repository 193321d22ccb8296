import { z } from 'zod'
import { mediaLimits } from '@nation/domain/media'
import type { DataSource, EntityManager } from 'typeorm'
import { change, column, type Context, readFirst, readOne, readRows, type RowOf, type Runtime } from '../platform'
import type { MediaStore } from './store'

/**
 * Where uploads are pointed to, each as the addresses that one citizen's own things hold; where these are many, those among the
 * names that are reviewed. Whatever comes to hold uploads is added here.
 */
const holders: readonly ((tx: EntityManager, ownerId: string, names: readonly string[]) => Promise<string[]>)[] = [
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
  // Earlier versions of a programme show the pictures and files that it had.
  async (tx, ownerId) => {
    const rows = await readRows(
      tx,
      {
        programme: column.json(
          z.object({
            profilePicture: z.string().nullable(),
            bannerImage: z.string().nullable(),
            attachments: z.record(z.string(), z.array(z.string())),
          }),
        ),
      },
      `SELECT v.programme FROM candidacies k STRAIGHT_JOIN programme_versions v ON v.candidacy_id = k.id
       WHERE k.citizen_id = ?`,
      [ownerId],
    )
    return rows.flatMap(({ programme: { profilePicture, bannerImage, attachments } }) => [
      ...[profilePicture, bannerImage].filter((url) => url !== null),
      ...Object.values(attachments).flat(),
    ])
  },
  async (tx, ownerId) => {
    const rows = await readRows(
      tx,
      { images: column.json(z.array(z.string())) },
      'SELECT images FROM task_responses WHERE citizen_id = ?',
      [ownerId],
    )
    return rows.flatMap(({ images }) => images)
  },
  async (tx, _, names) => {
    const rows = await readRows(
      tx,
      { name: column.text },
      'SELECT DISTINCT name FROM message_images WHERE name IN (?)',
      [names],
    )
    return rows.map(({ name }) => `/media/${name}`)
  },
  // Evidence keeps what a message showed that is deleted by now.
  async (tx, ownerId) => {
    const rows = await readRows(
      tx,
      { images: column.json(z.array(z.object({ name: z.string() }))).present },
      'SELECT images FROM message_report_lines WHERE sender_id = ? AND images IS NOT NULL',
      [ownerId],
    )
    return rows.flatMap(({ images }) => images.map(({ name }) => `/media/${name}`))
  },
]

/** When the next upload is looked at; null when there are none. */
export async function orphansDueAt(database: DataSource): Promise<Date | null> {
  const row = await readOne(database, { at: column.instant.nullable }, 'SELECT MIN(review_at) AS at FROM media')
  return row.at ?? null
}

/** How many uploads of one citizen are looked at together, and how many of them are removed: files take their time. */
const atOnce = { reviewed: 1_000, removed: 100 }

/**
 * Removes uploads that nothing has pointed to for a week; looks again in a week at those that something points to. What a citizen's
 * things point to is read once for all of their uploads that are due, not once for each.
 * @returns how many files went
 */
export async function removeOrphans(runtime: Runtime, store: MediaStore): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await readFirst(
      runtime.database,
      { owner_id: column.key },
      'SELECT owner_id FROM media WHERE review_at <= ? ORDER BY review_at LIMIT 1',
      [runtime.clock.now()],
    )
    if (!due) return removed
    const marked = await change(runtime, {}, (ctx) => review(ctx, due.owner_id))
    removed += await removeMarked(runtime, store, marked)
  }
}

const rowShape = { id: column.key, name: column.text, removed_at: column.instant.nullable }

type Row = RowOf<typeof rowShape>

/** Uploads whose removal has begun, and when: a removal that another worker has begun anew is that worker's. */
interface Marked {
  readonly rows: readonly Row[]
  readonly at: Date
}

/** A removal that has not ended after this long was cut off, and is begun again. */
const removalMs = 10 * 60_000

/**
 * Reviews uploads of one citizen, and marks those that are to go. Their rows are locked before the references to them are read: a
 * request that begins to use one is told to come again, or finds it marked. No lock is held while files go: the store may be slow,
 * and those who wait for the rows may hold what votes need.
 */
async function review(ctx: Context, ownerId: string): Promise<Marked> {
  const { tx } = ctx
  const rows = await readRows(
    tx,
    rowShape,
    'SELECT id, name, removed_at FROM media WHERE owner_id = ? AND review_at <= ? ORDER BY id LIMIT ? FOR UPDATE',
    [ownerId, ctx.now(), atOnce.reviewed],
  )
  const used = await usedBy(
    tx,
    ownerId,
    rows.filter(({ removed_at }) => removed_at === null).map(({ name }) => name),
  )
  const isUsed = ({ name, removed_at }: Row) => removed_at === null && used.has(`/media/${name}`)
  const inUse = rows.filter(isUsed)
  const gone = rows.filter((row) => !isUsed(row)).slice(0, atOnce.removed)
  const at = ctx.now()
  const after = (ms: number) => new Date(at.getTime() + ms)
  if (inUse.length > 0) {
    await tx.query('UPDATE media SET review_at = ? WHERE id IN (?)', [after(mediaLimits.orphanMs), keysOf(inUse)])
  }
  if (gone.length > 0) {
    await tx.query('UPDATE media SET removed_at = ?, review_at = ? WHERE id IN (?)', [
      at,
      after(removalMs),
      keysOf(gone),
    ])
  }
  return { rows: gone, at }
}

/** After so many failures in a row the store is taken to be away. */
const mostFailures = 3

/**
 * Removes files, and then their rows. Where it is cut off, the rows stay marked, and are due again later. A file that the store does not
 * give up holds up no other one.
 */
async function removeMarked({ database }: Runtime, store: MediaStore, { rows, at }: Marked): Promise<number> {
  const done: Row[] = []
  const failures: unknown[] = []
  for (const row of rows) {
    if (failures.length === mostFailures) break
    try {
      await store.remove(row.name)
      done.push(row)
    } catch (error) {
      failures.push(error)
    }
  }
  if (done.length > 0) await database.query('DELETE FROM media WHERE id IN (?) AND removed_at = ?', [keysOf(done), at])
  if (failures.length > 0) throw failures[0]
  return done.length
}

const keysOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function usedBy(tx: EntityManager, ownerId: string, names: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  if (names.length === 0) return used
  for (const holder of holders) for (const url of await holder(tx, ownerId, names)) used.add(url)
  return used
}

import { mediaLimits } from '@nation/domain/media'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deleteMessage, report } from '../messenger'
import { talkIn } from '../messenger/testing'
import { aCitizen, anUpload, as, aTask, aTuesday, rowsLookedAt, untilKilled, useTestNation } from '../testing'
import { requireOwnUploads } from './own'
import { diskStore, type MediaStore } from './store'
import { removeOrphans } from './orphans'

const nation = useTestNation()
const folder = mkdtempSync(path.join(tmpdir(), 'nation-orphans-'))
afterAll(() => rm(folder, { recursive: true }))

it('Uploads of a citizen with many responses are reviewed by what is read once, and only what nothing shows goes', async () => {
  const store = diskStore(folder)
  const [maker, ada] = [await aCitizen(nation.database, { isAdmin: true }), await aCitizen(nation.database)]
  const task = await aTask(nation.runtime, maker)
  const [row] = await nation.database.query<{ id: string }[]>('SELECT id FROM tasks WHERE uid = ?', [task.id])
  let place = 0

  /** Responses with an image each, and half as many uploads that no response shows. */
  const reviewOf = async (count: number) => {
    await nation.database.query('DELETE FROM task_responses')
    await nation.database.query('DELETE FROM media')
    const names = Array.from({ length: count }, () => `uploads/${String(++place)}.webp`)
    await nation.database.query(
      `INSERT INTO task_responses (uid, task_id, place, citizen_id, answer, images, citizen_role, submitted_at) VALUES ?`,
      [
        names.map((name, n) => [
          `01890a5d-ac96-774b-bcce-${String(place + n).padStart(12, '0')}`,
          ...[row!.id, n + 1, ada.id, 'See.', JSON.stringify([`/media/${name}`]), 'citizen', aTuesday],
        ]),
      ],
    )
    const uploads = [...names, ...names.slice(0, count / 2).map((name) => name.replace('.webp', 'x.webp'))]
    await nation.database.query(
      `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, created_at, review_at) VALUES ?`,
      [uploads.map((name) => [ada.id, name, 'x', 'attachment', 'image/webp', 1, 1, aTuesday, aTuesday])],
    )
    await nation.database.query('ANALYZE TABLE media, task_responses')
    let removed = 0
    const rows = await rowsLookedAt(nation.url, async (database) => {
      removed = await removeOrphans({ ...nation.runtime, database }, store)
    })
    expect(removed).toBe(count / 2)
    const remaining = await nation.database.query<object[]>('SELECT name, review_at FROM media ORDER BY id')
    const next = new Date(nation.clock.now().getTime() + mediaLimits.orphanMs)
    expect(remaining).toEqual(names.map((name) => ({ name, review_at: next })))
    return rows
  }

  const [few, many] = [await reviewOf(50), await reviewOf(400)]
  // Eight times as much to review: a reading of all responses for each upload would be 64 times as much. Between the two there is room for
  // a plan that reads a table once more.
  expect(many / few).toBeLessThan(20)
})

it('An image goes soon after the message that showed it was deleted, unless something else shows it or it is evidence', async () => {
  const store = diskStore(folder)
  const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
  const images = await Promise.all(['alone', 'twice', 'reported'].map(() => anUpload(nation.database, ada)))
  await nation.database.query('UPDATE media SET width = 640, height = 480, review_at = ?', [
    new Date(nation.clock.now().getTime() + mediaLimits.orphanMs),
  ])
  const { say, change } = talkIn(nation)
  const [alone, twice] = [await say(ada, '', { images: [images[0]!] }), await say(ada, '', { images: [images[1]!] })]
  await say(ada, 'Once more.', { images: [images[1]!] })
  // What stands further from it is no part of the evidence.
  for (let place = 0; place < 6; place++) await say(ben, 'Between.')
  const reported = await say(ada, '', { images: [images[2]!] })
  await change(ben, (ctx) => report(ctx, { messageId: reported.messageId, reason: 'Look.' }))
  expect(await removeOrphans(nation.runtime, store)).toBe(0)
  for (const { messageId } of [alone, twice, reported]) await change(ada, (ctx) => deleteMessage(ctx, { messageId }))
  expect(await removeOrphans(nation.runtime, store)).toBe(1)
  const remaining = await nation.database.query<{ name: string }[]>('SELECT name FROM media')
  expect(remaining.map(({ name }) => `/media/${name}`).sort()).toEqual([images[1]!, images[2]!].sort())
})

/** A store whose `remove` is the test's. */
const storeWith = (remove: MediaStore['remove']): MediaStore => ({
  put: () => Promise.resolve(),
  open: () => Promise.resolve(null),
  remove,
})

const names = async () =>
  (await nation.database.query<{ name: string }[]>('SELECT name FROM media ORDER BY id')).map(({ name }) => name)

it('While a file goes, its row is not locked, and nothing begins to show it', async () => {
  const ada = await aCitizen(nation.database)
  const image = await anUpload(nation.database, ada)
  await nation.database.query('UPDATE media SET review_at = ?', [aTuesday])
  const seen: unknown[] = []
  const store = storeWith(async () => {
    seen.push(await nation.database.query('SELECT name FROM media FOR UPDATE NOWAIT'))
    seen.push(
      await as(nation.runtime, ada, (ctx) => requireOwnUploads(ctx.tx, ada.id, [{ path: 'image', url: image }])).catch(
        (error: unknown) => error,
      ),
    )
  })
  expect(await removeOrphans(nation.runtime, store)).toBe(1)
  expect(seen).toMatchObject([
    [{ name: image.slice('/media/'.length) }],
    { code: 'invalid_input', details: [{ path: 'image' }] },
  ])
  expect(await names()).toEqual([])
})

it('A removal that was cut off goes on later, wherever that was', async () => {
  const ada = await aCitizen(nation.database)
  for (let fatal = 1; ; fatal++) {
    const images = [await anUpload(nation.database, ada), await anUpload(nation.database, ada)]
    await nation.database.query('UPDATE media SET review_at = ?', [nation.clock.now()])
    const gone = new Set<string>()
    const store = storeWith((name) => Promise.resolve(void gone.add(name)))
    const outcome: unknown = await untilKilled(nation.url, fatal, (database) =>
      removeOrphans({ ...nation.runtime, database }, store),
    )
    nation.clock.set(new Date(nation.clock.now().getTime() + 15 * 60_000))
    await removeOrphans(nation.runtime, store)
    expect(await names()).toEqual([])
    expect([...gone].sort()).toEqual(images.map((url) => url.slice('/media/'.length)).sort())
    if (outcome !== 'killed') break
  }
})

it('A file that the store does not give up holds up no other one for ever', async () => {
  const ada = await aCitizen(nation.database)
  const images = [await anUpload(nation.database, ada), await anUpload(nation.database, ada)]
  await nation.database.query('UPDATE media SET review_at = ?', [nation.clock.now()])
  let away = true
  const first = images[0]!.slice('/media/'.length)
  const store = storeWith((name) =>
    away && name === first ? Promise.reject(new Error('the bucket is away')) : Promise.resolve(),
  )
  await expect(removeOrphans(nation.runtime, store)).rejects.toThrow('the bucket is away')
  expect(await names()).toEqual([first])
  away = false
  nation.clock.set(new Date(nation.clock.now().getTime() + 15 * 60_000))
  expect(await removeOrphans(nation.runtime, store)).toBe(1)
})

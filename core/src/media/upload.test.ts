import { NationError } from '@nation/domain/errors'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { storeUpload } from './upload.service'
import type { MediaStore } from './store'
import { aPdf } from './testing'

const nation = useTestNation({ poolSize: 4 })
let folder = ''
const file = () => path.join(folder, 'a.pdf')
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nation-upload-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A store whose `put` is the test's. */
const storeWith = (put: MediaStore['put']): MediaStore => ({
  put,
  open: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
})

/** Something that is waited for until the test says so. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

async function upload(store: MediaStore) {
  const citizen = await aCitizen(nation.database)
  const bytes = aPdf()
  await writeFile(file(), bytes)
  const place = { store, names: randomBytes(32) }
  const again = () =>
    storeUpload(nation.runtime, place, signedIn(citizen), 'attachment', { path: file(), bytes: bytes.length })
  return { citizen, stored: again(), again }
}

describe('An upload', () => {
  it('holds up nothing else of its citizen while the store takes its time', async () => {
    const [asked, taken] = [latch(), latch()]
    const { citizen, stored } = await upload(
      storeWith(async () => {
        asked.open()
        await taken.opened
      }),
    )
    await asked.opened
    // As a ballot of theirs does; a lock that was held would be waited for in vain.
    const locked = await nation.database.query<unknown[]>('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [
      citizen.id,
    ])
    expect(locked).toHaveLength(1)
    // Nor a candidacy that names the file: it locks the election first.
    expect(await nation.database.query<unknown[]>('SELECT id FROM media FOR UPDATE NOWAIT')).toHaveLength(1)
    taken.open()
    expect(await stored).toMatchObject({ success: true, type: 'application/pdf' })
  })

  it('that the store does not take is not counted among what its citizen keeps', async () => {
    const { stored } = await upload(storeWith(() => Promise.reject(new Error('the bucket is away'))))
    await expect(stored).rejects.toMatchObject({ code: 'upload_failed' })
    expect(await nation.database.query('SELECT id FROM media')).toEqual([])
  })

  it('for which the disk has no room is to come again, and is not counted either', async () => {
    const { stored } = await upload(storeWith(() => Promise.reject(new NationError('busy', { retryAfter: 600 }))))
    await expect(stored).rejects.toMatchObject({ code: 'busy' })
    expect(await nation.database.query('SELECT id FROM media')).toEqual([])
  })

  it('of a file that is being removed at this moment is to come again', async () => {
    const first = await upload(storeWith(() => Promise.resolve()))
    await first.stored
    await nation.database.query('UPDATE media SET removed_at = ?', [nation.clock.now()])
    await expect(first.again()).rejects.toMatchObject({ code: 'busy' })
    await nation.database.query('DELETE FROM media')
    expect(await first.again()).toMatchObject({ success: true })
  })

  it('whose file was removed while it was stored has failed', async () => {
    const removed: string[] = []
    const { stored } = await upload({
      ...storeWith(async () => void (await nation.database.query('DELETE FROM media'))),
      remove: (name) => Promise.resolve(void removed.push(name)),
    })
    await expect(stored).rejects.toMatchObject({ code: 'upload_failed' })
    expect(removed).toHaveLength(1)
  })
})

import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type JournalEntry, Reactions } from '../journal'
import { deriveKeys } from '../auth/keys'
import { readConfig } from '../platform'
import { deletePoll } from '../polls'
import { aCitizen, aPoll, as, doWhatFollows, useTestNation } from '../testing'
import { deleteAccount } from './delete-account'
import { eraseReaction, isErasure } from './erase'

const nation = useTestNation()
const secret = 'a secret that only the tests of the nation know'
const mediaDir = mkdtempSync(path.join(tmpdir(), 'nation-erasure-'))
afterAll(() => rm(mediaDir, { recursive: true }))

it('Of the entries of an erasure, those after a step that changed the journal say so, and one at the end', async () => {
  const { database, runtime, clock } = nation
  const admin = await aCitizen(database, { isAdmin: true })
  const leaver = await aCitizen(database, { username: 'Ada L.' })
  const poll = await aPoll(runtime, await aCitizen(database, { role: 'government', governmentRole: 'president' }))
  await database.query('UPDATE polls SET created_by = ?', [leaver.id])
  await as(runtime, admin, (ctx) => deletePoll(ctx, { pollId: poll.id, reason: 'It told where Ada lives.' }))
  await database.query(
    "INSERT INTO journal (kind, subject, visibility, facts, at) VALUES ('citizens.joined', ?, 'public', ?, ?)",
    [leaver.uid, JSON.stringify({ username: 'Ada L.' }), clock.now()],
  )
  const journal = async () => {
    const rows = await database.query<{ facts: unknown }[]>(
      'SELECT facts FROM journal WHERE kind NOT IN (?) ORDER BY id',
      [['citizens.erase', 'citizens.erased']],
    )
    return JSON.stringify(rows)
  }
  await as(runtime, leaver, (ctx) => deleteAccount(ctx, deriveKeys(secret), { confirm: leaver.handle }))
  const erase = eraseReaction(
    readConfig({
      NATION_ENV: 'test',
      DATABASE_URL: nation.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      NATION_SECRET: secret,
      X_CLIENT_ID: 'id',
      NATION_MEDIA_DIR: mediaDir,
    }),
  )
  const states: string[] = []
  const watched = {
    ...erase,
    prepare: async () => void states.push(await journal()),
  }
  await doWhatFollows(runtime, new Reactions([watched]))
  states.push(await journal())
  const changed = states.slice(1).map((state, step) => state !== states[step])
  const entries = await database.query<JournalEntry[]>(
    "SELECT kind, facts FROM journal WHERE kind IN ('citizens.erase', 'citizens.erased') ORDER BY seq",
  )
  const said = entries.map(({ kind, facts }) =>
    isErasure({ kind, facts: typeof facts === 'string' ? (JSON.parse(facts) as JournalEntry['facts']) : facts }),
  )
  // The first entry begins it, and the last one says that it is over.
  expect(changed.filter(Boolean)).toHaveLength(2)
  expect(said).toEqual([false, ...changed.slice(0, -1), true])
})

import { existsSync, mkdtempSync, writeFileSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exportData, exportDownload } from '@nation/core/membership'
import type { Citizen } from '@nation/core/citizens'
import { fixedClock } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { aCitizen, as, aTuesday, dropSchema, makeSchema, servingUrl } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScript, runScript } from '../testing/dying-process'

const script = path.join(import.meta.dirname, 'faults/privacy-process.ts')
const schema = `nation_privacy_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`
const mediaDir = mkdtempSync(path.join(tmpdir(), 'nation-privacy-faults-'))

let database: DataSource

const environment = {
  DATABASE_URL: servingUrl(schema),
  REDIS_URL: 'redis://127.0.0.1:1',
  NATION_SECRET: 'a secret that only the tests of the nation know',
  X_CLIENT_ID: 'id',
  NATION_MEDIA_DIR: mediaDir,
  NATION_CLOCK: aTuesday.toISOString(),
}

/** Does what there is to do in a process of its own, which is killed before its n-th statement when n is given. */
async function run(killAt?: number, leaver?: Citizen): Promise<'killed' | 'done'> {
  const { signal, code } = await runScript(
    'privacy-process',
    { ...environment, ...(leaver && { NATION_LEAVER: leaver.uid }) },
    killAt,
  )
  if (signal === 'SIGKILL') return 'killed'
  expect(code).toBe(0)
  return 'done'
}

const rows = <T>(sql: string, values: unknown[] = []) => database.query<T[]>(sql, values)

/** A citizen with data in many tables. */
async function zoe(number: number): Promise<Citizen> {
  const name = `uploads/${number}.webp`
  mkdirSync(path.join(mediaDir, 'uploads'), { recursive: true })
  writeFileSync(path.join(mediaDir, name), 'a face')
  const citizen = await aCitizen(database, {
    handle: `zoe_young_${number}`,
    username: 'Zoë Unmistakable',
    walletAddress: `ZoesWallet${number}`,
    customPictureUrl: `/media/${name}`,
  })
  const media = [citizen.id, name, 'x', 'profile', 'image/webp', 1, 1, aTuesday, aTuesday]
  await rows(
    `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, created_at, review_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    media,
  )
  const account = [`zoes-panel-${number}`, citizen.id, '$argon2id$zoe', 0, aTuesday]
  await rows(
    `INSERT INTO panel_accounts (username, citizen_id, password_hash, totp_last_step, created_at) VALUES (?, ?, ?, ?, ?)`,
    account,
  )
  await rows(
    `INSERT INTO journal (kind, visibility, subject, facts, at) VALUES ('admin.account-revoked', 'admins', ?, ?, ?)`,
    [citizen.uid, JSON.stringify({ username: `zoes-panel-${number}` }), aTuesday],
  )
  return citizen
}

/** Every table that still holds one of these texts. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const stored = JSON.stringify(await rows(`SELECT * FROM \`${name}\``))
    for (const text of texts) if (stored.includes(text)) found.push(`${name}: ${text}`)
  }
  return found
}

beforeAll(async () => {
  const [, url] = await Promise.all([bundleScript(script), makeSchema(schema)])
  database = await openDatabase({ url, poolSize: 3 })
})

afterAll(async () => {
  await database?.destroy()
  await dropSchema(schema)
  await rm(mediaDir, { recursive: true })
})

describe('A process that is killed, before one of its statements after the other', () => {
  it(
    'leaves a deletion to the next one, which goes on with it: nothing is left of who left',
    { timeout: 600_000 },
    async () => {
      let [left, outcome, kills] = [0, 'killed', 0]
      // Each process of one leaver's dies a statement later than the one before, until one lives to the end.
      for (let killAt = 1; outcome === 'killed'; left++) {
        const leaver = await zoe(left)
        for (;;) {
          outcome = await run(killAt, leaver)
          killAt += 1
          if (outcome === 'killed') kills += 1
          const deletion = await rows<{ step: number; done_at: Date | null }>(
            'SELECT step, done_at FROM account_deletions WHERE citizen_id = ?',
            [leaver.id],
          )
          if (outcome === 'done' || deletion[0]?.done_at) break
        }
        await run()
        expect(await tracesOf('Zoë', 'zoe_young', 'ZoesWallet', 'zoes-panel', '$argon2id$zoe')).toEqual([])
        expect(existsSync(path.join(mediaDir, `uploads/${left}.webp`))).toBe(false)
      }
      expect(kills).toBeGreaterThan(20)
      const events = await rows<{ kind: string; n: string }>(
        "SELECT kind, COUNT(*) AS n FROM journal WHERE kind IN ('citizens.left', 'citizens.erased') GROUP BY kind ORDER BY kind",
      )
      expect(events.map(({ kind, n }) => [kind, Number(n)])).toEqual([
        ['citizens.erased', left],
        ['citizens.left', left],
      ])
    },
  )

  it('leaves a copy of one’s data to the next one, which makes it once', { timeout: 600_000 }, async () => {
    const clock = fixedClock(aTuesday)
    let [asked, outcome] = [0, 'killed']
    for (let killAt = -1; outcome === 'killed'; asked++) {
      const citizen = await aCitizen(database, { username: `Copied ${asked}` })
      const runtime = { database, clock, nudge: () => undefined }
      const answer = await as(runtime, citizen, (ctx) => exportData(ctx))
      const ready = async () =>
        (
          await rows<{ content: Buffer }>(
            `SELECT p.content FROM data_exports e JOIN data_export_parts p ON p.export_id = e.id AND p.run = e.run
             WHERE e.id = ? AND e.status = 'ready' ORDER BY p.number`,
            [answer.export.id],
          )
        ).map(({ content }) => content)
      // Every other statement: what is read twice is read alike.
      do outcome = await run((killAt += 2))
      while (outcome === 'killed' && (await ready()).length === 0)
      if (outcome === 'killed') await run()
      const document = JSON.parse(gunzipSync(Buffer.concat(await ready())).toString()) as {
        profile: { username: string }
      }
      expect(document.profile.username).toBe(`Copied ${asked}`)
    }
    // What attempts that were killed had stored is gone.
    expect(
      await rows(
        'SELECT p.export_id FROM data_export_parts p JOIN data_exports e ON e.id = p.export_id WHERE e.run <> p.run',
      ),
    ).toEqual([])
    const ready = await rows<{ n: string }>("SELECT COUNT(*) AS n FROM journal WHERE kind = 'citizens.export-ready'")
    expect(Number(ready[0]?.n)).toBe(asked)
  })
})

describe('A copy that is larger than the memory of its worker', () => {
  it('is made all the same, and read in parts', { timeout: 600_000 }, async () => {
    const citizen = await aCitizen(database, { username: 'Writes much' })
    const messages = 100_000
    await rows(
      `INSERT INTO messages (conversation_id, number, uid, sender_id, text, sent_at)
       WITH RECURSIVE d AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM d WHERE n < 9)
       SELECT v.id, c.n, UUID(), ?, CONCAT(c.n, REPEAT(' words', 150)), ?
       FROM (SELECT 1 + a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n AS n FROM d a, d b, d c, d e, d f) AS c
       JOIN conversations v ON v.channel = 'citizens'`,
      [citizen.id, aTuesday],
    )
    const runtime = { database, clock: fixedClock(aTuesday), nudge: () => undefined }
    const answer = await as(runtime, citizen, (ctx) => exportData(ctx))
    const { code } = await runScript('privacy-process', {
      ...environment,
      // The text of the messages alone is larger.
      NODE_OPTIONS: '--max-old-space-size=96',
    })
    expect(code).toBe(0)
    const { text, bytes } = await as(runtime, citizen, (ctx) => exportDownload(ctx, { exportId: answer.export.id }))
    let [received, found, rest] = [0, 0, '']
    for await (const piece of text) {
      received += piece.length
      const parts = (rest + piece.toString('latin1')).split('"number": ')
      found += parts.length - 1
      rest = parts.at(-1)!.slice(-20)
    }
    expect(received).toBe(bytes)
    expect(bytes).toBeGreaterThan(messages * 900)
    expect(found).toBe(messages)
  })
})

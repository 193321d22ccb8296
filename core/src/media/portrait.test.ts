import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Reactions, sequence } from '../journal'
import { change, readConfig } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { react } from '../work'
import { Citizen } from '../citizens/citizen.entity'
import { portraitReaction } from './portrait'

const nation = useTestNation()
let server: Server
let folder: string
let reactions: Reactions
let asked = 0

beforeAll(async () => {
  const picture = await sharp({ create: { width: 50, height: 80, channels: 3, background: '#1B2A6B' } })
    .png()
    .toBuffer()
  server = createServer((request, response) => {
    asked += 1
    response.end(request.url === '/picture.png' ? picture : 'not a picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(path.join(tmpdir(), 'nation-portraits-'))
  const config = readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    NATION_SECRET: 'a secret that only the tests of the nation know',
    X_CLIENT_ID: 'id',
    X_API_URL: origin(),
    NATION_MEDIA_DIR: folder,
  })
  reactions = new Reactions([portraitReaction(nation.database, config)])
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function join(avatarUrl: string | null): Promise<Citizen> {
  const citizen = await aCitizen(nation.database, { avatarUrl })
  await change(nation.runtime, {}, async (ctx) =>
    ctx.journal.add({ kind: 'citizens.joined', subject: citizen.uid, facts: { username: citizen.username } }),
  )
  await sequence(nation.database, reactions)
  return citizen
}

/** The numbers of the entries about pictures, the newest first. */
async function sequenced(): Promise<{ seq: string }[]> {
  await sequence(nation.database, reactions)
  return nation.database.query(
    "SELECT seq FROM journal WHERE kind = 'citizens.picture-changed' AND seq IS NOT NULL ORDER BY seq DESC",
  )
}

const keep = () => react(nation.runtime, reactions, { seq: 1, handler: 'citizens.keep-portrait' })
const portraitOf = async (citizen: Citizen) =>
  (await nation.database.getRepository(Citizen).findOneByOrFail({ id: citizen.id })).portraitUrl

describe('A portrait', () => {
  it('is copied from X when a citizen joins: our own square WebP, named by what is in it', async () => {
    const citizen = await join(`${origin()}/picture.png`)
    await keep()
    const url = await portraitOf(citizen)
    expect(url).toMatch(/^\/media\/portraits\/[0-9a-f]{32}\.webp$/)
    const stored = await sharp(await readFile(path.join(folder, String(url).replace('/media/', '')))).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: 400, height: 400 })
    expect(
      await nation.database.query("SELECT kind FROM journal WHERE subject = ? AND kind = 'citizens.updated'", [
        citizen.uid,
      ]),
    ).toHaveLength(1)
  })

  it.each([
    ['has no picture any more', null],
    ['has one elsewhere', 'https://elsewhere.example/a.png'],
  ])('is shown no more once X %s', async (_, avatarUrl) => {
    const citizen = await join(`${origin()}/picture.png`)
    await keep()
    expect(await portraitOf(citizen)).not.toBeNull()
    const told = async () => {
      const [row] = await nation.database.query<{ n: string }[]>(
        "SELECT COUNT(*) AS n FROM journal WHERE subject = ? AND kind = 'citizens.updated'",
        [citizen.uid],
      )
      return Number(row?.n)
    }
    const before = await told()
    await nation.database.getRepository(Citizen).update({ id: citizen.id }, { avatarUrl })
    await change(nation.runtime, {}, (ctx) => {
      ctx.journal.add({ kind: 'citizens.picture-changed', subject: citizen.uid })
      return Promise.resolve()
    })
    const [{ seq } = { seq: 0 }] = await sequenced()
    await react(nation.runtime, reactions, { seq: Number(seq), handler: 'citizens.keep-portrait' })
    expect(await portraitOf(citizen)).toBeNull()
    // Pages that show the old one read it anew.
    expect(await told()).toBe(before + 1)
  })

  it('that is not a picture is not stored, and is tried again later', async () => {
    const citizen = await join(`${origin()}/page.html`)
    await expect(keep()).rejects.toThrow(/not a JPEG, PNG, GIF or WebP/)
    expect(await portraitOf(citizen)).toBeNull()
  })

  it('is never asked of a host that is not X’s', async () => {
    const before = asked
    for (const address of [
      'http://169.254.169.254/latest',
      'https://pbs.twimg.com.evil.example/a.png',
      'http://pbs.twimg.com/a.png',
    ]) {
      const citizen = await join(address)
      await react(nation.runtime, reactions, { seq: 1, handler: 'citizens.keep-portrait' })
      expect(await portraitOf(citizen)).toBeNull()
    }
    expect(asked).toBe(before)
  })
})

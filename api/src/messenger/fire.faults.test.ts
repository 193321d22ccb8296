import type { ChildProcess } from 'node:child_process'
import { deriveKeys, issueBearer } from '@nation/core/auth'
import { Session } from '@nation/core/sessions'
import { openDatabase } from '@nation/core/nation'
import { openRedis } from '@nation/core/platform'
import { aCitizen, sessionOf } from '@nation/core/testing'
import { freePort } from '@nation/dev/processes'
import type { Redis } from 'ioredis'
import type { DataSource } from 'typeorm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../testing'
import { startOwnServices, type OwnServices } from '../testing/own-services'
import { buildProgram, kill, startApiProgram, startProgram, type Program } from '../testing/programs'
import { Reader, say, type Acknowledged, type Felt, type Place, type Talker } from '../testing/talk'

/*
 * The messenger on real processes: two APIs and the workers, a database and a Redis that are killed while citizens write and
 * others read. At the size of CONTRIBUTING.md: `NATION_FIRE_READERS=500 NATION_FIRE_SENDERS=50 npm test integration fire.faults`.
 */
const readers = Number(process.env.NATION_FIRE_READERS ?? 40)
const senders = Number(process.env.NATION_FIRE_SENDERS ?? 8)
/** How many messages are acknowledged between two deeds of a test. */
const stretch = senders * 3
const timeLimit = { timeout: 60_000 + readers * 200, interval: 50 }
const testMs = 120_000 + readers * 1_000

let services: OwnServices
let database: DataSource
let api: Program
let workers: Program
let ports: [number, number]
const apis: (ChildProcess | undefined)[] = []
let working: ChildProcess | undefined
let talkers: Talker[]
/** The direct conversation of each sender with the next one. */
let pairs: Place[]
/** Renew the talkers' tokens, which last for minutes; a run with many readers lasts longer. */
const renewals: (() => Promise<void>)[] = []
const renewal = setInterval(() => void Promise.all(renewals.map((renew) => renew())), 60_000)

const originOf = (which: number) => `http://127.0.0.1:${ports[which % 2]}`
const startOne = async (which: 0 | 1) => (apis[which] = await startApiProgram(api, services, ports[which]))

beforeAll(async () => {
  ;[services, api, workers] = await Promise.all([startOwnServices(), buildProgram('api'), buildProgram('workers')])
  database = await openDatabase({ url: services.ownerUrl, poolSize: 4 })
  ports = [await freePort(), await freePort()]
  await Promise.all([startOne(0), startOne(1)])
  working = startProgram(workers, services, { PORT: String(await freePort()) })
  talkers = []
  for (let n = 0; n < Math.max(senders, 20); n++) talkers.push(await aTalker())
  pairs = await Promise.all(talkers.slice(0, senders).map(converse))
})

afterAll(async () => {
  clearInterval(renewal)
  for (const child of [...apis, working]) if (child) await kill(child)
  await database?.destroy()
  await Promise.all([services?.stop(), api?.remove(), workers?.remove()])
})

async function aTalker(): Promise<Talker> {
  const citizen = await aCitizen(database)
  const session = sessionOf(citizen, new Date())
  await database.getRepository(Session).insert(session)
  const claims = { kind: 'citizen', uid: citizen.uid, sessionId: session.id } as const
  const issue = async () => (await issueBearer(deriveKeys(testSecret), claims, new Date())).token
  const talker: Talker = { uid: citizen.uid, token: await issue() }
  renewals.push(async () => void (talker.token = await issue()))
  return talker
}

/** An open conversation of a sender with the next one. */
async function converse(sender: Talker, place: number): Promise<Place> {
  const other = talkers[(place + 1) % senders]!
  const post = async (token: string, path: string, body: object): Promise<{ conversationId: Place }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${originOf(0)}/api/messenger/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    // All of them begin at once: on a busy machine some are asked to come again.
    if (response.status === 503) return post(token, path, body)
    expect(response.status).toBe(200)
    return (await response.json()) as { conversationId: Place }
  }
  const { conversationId } = await post(sender.token, 'start-conversation', { recipientId: other.uid })
  await post(other.token, 'send-message', { conversationId, message: 'Here I am.' })
  return conversationId
}

/** Messages that were acknowledged in all tests so far. */
const acknowledged: Acknowledged[] = []
let felt: Felt
let listening: Reader[] = []
afterEach(() => Promise.all(listening.splice(0).map((reader) => reader.close())))

/** Citizens who write until `deeds` are done, and others who read along on both processes. */
async function underFire(deeds: (fire: { after: (more: number) => Promise<void> }) => Promise<void>): Promise<void> {
  felt = { unanswered: 0, resent: 0, streamsEnded: 0 }
  listening = Array.from({ length: readers }, (_, n) => {
    const talker = n % talkers.length
    const own = talker < senders ? [pairs[talker]!, pairs[(talker + senders - 1) % senders]!] : []
    return new Reader(talkers[talker]!, ['citizens', ...own], () => originOf(n), felt)
  })
  let isOver = false
  const line = async (sender: Talker, n: number) => {
    // Each sender's own: with one count for all, retries in step go to the same process again and again, also when that is dead.
    let attempts = n
    for (let round = 0; !isOver; round++) {
      const place = round % 3 === 2 ? pairs[n]! : 'citizens'
      // A retry may go to the other process.
      const said = { place, text: `${n} says ${round}`, isLost: round % 4 === 3 }
      acknowledged.push(await say(() => originOf(attempts++), sender, said, felt))
    }
  }
  const after = async (more: number) => {
    const wanted = acknowledged.length + more
    await expect.poll(() => acknowledged.length, timeLimit).toBeGreaterThanOrEqual(wanted)
  }
  const lines = Promise.all(talkers.slice(0, senders).map(line))
  await Promise.race([lines, deeds({ after })]).finally(() => (isOver = true))
  await lines
}

interface Stored {
  readonly number: number
  readonly id: string
  readonly text: string
}

/** Every acknowledged message is in the database once, and nothing else but the greetings; numbers are without holes. */
async function expectAllStored(): Promise<Map<Place, Stored[]>> {
  const rows: { place: Place; number: string; id: string; text: string }[] = await database.query(
    `SELECT COALESCE(v.channel, v.uid) AS place, m.number, m.uid AS id, m.text FROM messages m
     JOIN conversations v ON v.id = m.conversation_id ORDER BY v.id, m.number`,
  )
  const stored = new Map<Place, Stored[]>()
  for (const { place, number, id, text } of rows) {
    stored.set(place, [...(stored.get(place) ?? []), { number: Number(number), id, text }])
  }
  for (const messages of stored.values()) expect(messages.map(({ number }) => number)).toEqual(upTo(messages.length))
  const all = [...stored].flatMap(([place, messages]) => messages.map((one) => ({ place, ...one })))
  const said = all.filter(({ text }) => text !== 'Here I am.')
  const inOrder = (some: readonly Acknowledged[]) =>
    some.map(({ place, number, id, text }) => `${place} ${number} ${id} ${text}`).toSorted()
  expect(inOrder(said)).toEqual(inOrder(acknowledged))
  return stored
}

const inLines = (messages: readonly Stored[]) =>
  messages.map(({ number, id, text }) => `${number} ${id} ${text}`).join('\n')

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)

/** Every reader shows all of it, in order. */
async function expectAllShown(stored: Awaited<ReturnType<typeof expectAllStored>>): Promise<void> {
  for (const { shown, wrong } of listening) {
    for (const [place, messages] of shown) {
      await expect.poll(() => messages.length, timeLimit).toBe(stored.get(place)?.length ?? 0)
      expect(inLines(messages)).toBe(inLines(stored.get(place) ?? []))
    }
    expect(wrong).toEqual([])
  }
}

/** What each citizen reads as unread, and what a count of the messages behind their marker says. */
async function expectUnreadRecounted(): Promise<void> {
  const rows: { citizen: string; place: Place; unread: string }[] = await database.query(
    `SELECT c.uid AS citizen, COALESCE(v.channel, v.uid) AS place,
       (SELECT COUNT(*) FROM messages m WHERE m.conversation_id = v.id AND m.number > COALESCE(r.read_number, 0)) AS unread
     FROM citizens c JOIN conversations v ON v.channel = 'citizens' OR c.id IN (v.low_id, v.high_id)
     LEFT JOIN conversation_readers r ON r.citizen_id = c.id AND r.conversation_id = v.id`,
  )
  const recount = new Map<string, Record<Place, number>>()
  for (const { citizen, place, unread } of rows) {
    recount.set(citizen, { ...recount.get(citizen), [place]: Number(unread) })
  }
  for (const { uid, token } of talkers) {
    const get = async (call: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${originOf(1)}/api/messenger/${call}`, { headers })
      return (await response.json()) as Record<string, { id: Place; unreadCount: number }[]>
    }
    const { groups = [] } = await get('get-groups')
    const { conversations = [] } = await get('get-conversations?limit=200')
    const unread = Object.fromEntries([...groups, ...conversations].map(({ id, unreadCount }) => [id, unreadCount]))
    expect(unread).toEqual(recount.get(uid))
  }
}

async function expectNothingLost(): Promise<void> {
  await expectAllShown(await expectAllStored())
  await expectUnreadRecounted()
}

/** Asks the Redis of this test, with a connection of its own. */
async function inRedis<T>(ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = openRedis(services.redisUrl)
  await expect.poll(() => redis.status, timeLimit).toBe('ready')
  return ask(redis).finally(() => redis.disconnect())
}

/** Each start of a Redis has an id of its own. */
const runIdOf = async (redis: Redis): Promise<string> => /run_id:(\w+)/.exec(await redis.info('server'))?.[1] ?? ''

describe('Every acknowledged message is there once, in order, for every reader', () => {
  it(
    'while clients drop and come back, and two processes take messages',
    async () => {
      await underFire(async ({ after }) => {
        for (let round = 0; round < 3; round++) {
          await after(stretch)
          for (const [n, reader] of listening.entries()) if ((n + round) % 3 !== 0) reader.drop()
        }
      })
      await expectNothingLost()
      // Two thirds of them were gone in each round, so each of them at least once.
      expect(felt.streamsEnded).toBeGreaterThanOrEqual(readers)
    },
    testMs,
  )

  it(
    'while an API is killed in the middle of what it writes, again and again',
    async () => {
      await underFire(async ({ after }) => {
        for (const which of [0, 1] as const) {
          await after(stretch)
          await kill(apis[which]!)
          await after(stretch)
          await startOne(which)
        }
        await after(stretch)
      })
      await expectNothingLost()
      expect(felt.unanswered).toBeGreaterThan(0)
    },
    testMs,
  )

  it(
    'while Redis is killed, and comes back empty',
    async () => {
      await underFire(async ({ after }) => {
        await after(stretch)
        const before = await inRedis(async (redis) => {
          await redis.set('fire', 'before')
          return { run: await runIdOf(redis), left: await redis.get('fire') }
        })
        await services.restartRedisEmpty()
        const now = await inRedis(async (redis) => ({ run: await runIdOf(redis), left: await redis.get('fire') }))
        // Another Redis answers, and what was in the one before is gone.
        expect(before.left).toBe('before')
        expect(now.left).toBeNull()
        expect(now.run).not.toBe(before.run)
        await after(stretch * 2)
      })
      await expectNothingLost()
    },
    testMs,
  )

  it(
    'while the database is killed, and starts again',
    async () => {
      await underFire(async ({ after }) => {
        await after(stretch)
        await services.restartDatabase()
        await after(stretch * 2)
      })
      await expectNothingLost()
      expect(felt.resent + felt.unanswered).toBeGreaterThan(0)
      for (const child of [...apis, working]) expect(child?.exitCode).toBeNull()
    },
    testMs,
  )
})

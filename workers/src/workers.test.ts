import { Citizen } from '@nation/core/citizens'
import { change, createLogger, openQueueRedis, readConfig, type Config } from '@nation/core/platform'
import { aCitizen, aRoadTo, testRedisUrl, useTestNation } from '@nation/core/testing'
import { allEvents } from '@nation/domain/events'
import { jobNames, jobRules } from '@nation/domain/work'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Queue } from 'bullmq'
import { queuePrefix } from '@nation/core/work'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reactionsOf } from '@nation/core/nation'
import { timedJobsOf } from './jobs'
import { startWorkers } from './server'

const nation = useTestNation({ poolSize: 4 })
const running: { close: () => Promise<void> }[] = []
const silent = createLogger('workers', 'silent')

function configWith(redisUrl: string, xApiUrl = 'http://127.0.0.1:1'): Config {
  return readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: redisUrl,
    NATION_SECRET: 'a secret that only the tests of the nation know',
    X_CLIENT_ID: 'id',
    X_API_URL: xApiUrl,
  })
}

async function start(redisUrl: string, xApiUrl?: string): Promise<void> {
  running.push(await startWorkers(configWith(redisUrl, xApiUrl), silent))
}

/** X as it is when it takes every request and answers none. `asked` says for how many pictures. */
async function anXThatHangs() {
  let asked = 0
  const server = createServer(({ url }) => {
    if (url?.endsWith('.png')) asked += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A Redis that is not there. */
const nowhere = 'redis://127.0.0.1:1/0'

async function count(sql: string): Promise<number> {
  const rows: { n: string }[] = await nation.database.query(`SELECT COUNT(*) AS n FROM ${sql}`)
  return Number(rows[0]?.n)
}

const timeLimit = { timeout: 15_000, interval: 50 }

beforeEach(() => nation.database.query('INSERT INTO clock (id, offset_ms) VALUES (1, 0)'))
afterEach(async () => {
  await Promise.all(running.splice(0).map((workers) => workers.close()))
})

describe('The workers', () => {
  it('do not start on a database that a newer version has used, and say so', async () => {
    await nation.database.query(
      "INSERT INTO migrations (timestamp, name) VALUES (1800000000000, 'Tomorrow1800000000000')",
    )
    try {
      await expect(start(nowhere)).rejects.toThrow(/newer version of Nation \(Tomorrow1800000000000\)/)
    } finally {
      await nation.database.query("DELETE FROM migrations WHERE name = 'Tomorrow1800000000000'")
    }
    expect(await count('elections')).toBe(0)
  })

  it('open the week’s election of an empty nation at once, once, although several of them run', async () => {
    await Promise.all([start(testRedisUrl()), start(testRedisUrl()), start(testRedisUrl())])
    await expect.poll(() => count('elections'), timeLimit).toBe(1)
    await expect.poll(() => count('journal WHERE seq IS NULL'), timeLimit).toBe(0)
  })

  it('do the jobs that the panel lists, and no others', () => {
    const config = configWith(nowhere)
    const reactions = reactionsOf(nation.database, config)
    const following = new Set(allEvents.flatMap(({ kind }) => reactions.following(kind)))
    const named = (kind: 'timed' | 'reaction') => jobNames.filter((name) => jobRules[name].kind === kind).sort()
    expect(
      timedJobsOf(config)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(named('timed'))
    expect([...following].sort()).toEqual(named('reaction'))
  })

  it.each([
    ['with', testRedisUrl],
    ['without', () => nowhere],
  ])('leave paused work alone, and do it when it goes on, %s Redis', async (_, redisUrl) => {
    await nation.database.query(
      `INSERT INTO jobs (name, paused_at, asked_at)
       VALUES ('polls.close-due', NOW(3), '2020-01-01'), ('tasks.remind', NULL, '2020-01-01')`,
    )
    await start(redisUrl())
    // The tick comes to the jobs in their order: when the last one was done, the paused one was left alone.
    await expect.poll(() => count(`job_hours WHERE name = 'tasks.remind' AND done > 0`), timeLimit).toBe(1)
    expect(await count(`job_hours WHERE name = 'polls.close-due'`)).toBe(0)
    await nation.database.query(`UPDATE jobs SET paused_at = NULL`)
    await expect.poll(() => count(`job_hours WHERE name = 'polls.close-due' AND done > 0`), timeLimit).toBe(1)
  })

  it('advance elections although a pause of them is in the table', async () => {
    await nation.database.query(`INSERT INTO jobs (name, paused_at) VALUES ('elections.advance', NOW(3))`)
    await start(testRedisUrl())
    await expect.poll(() => count('elections'), timeLimit).toBe(1)
  })

  it('run what was asked for, although it is not due', async () => {
    await start(testRedisUrl())
    await nation.database.query(
      `INSERT INTO jobs (name, asked_at) VALUES ('polls.close-due', '2020-01-01') ON DUPLICATE KEY UPDATE asked_at = VALUES(asked_at)`,
    )
    await expect.poll(() => count(`job_hours WHERE name = 'polls.close-due' AND done = 1`), timeLimit).toBe(1)
  })

  it('do what is due and number the journal without Redis', async () => {
    await start(nowhere)
    await expect.poll(() => count('elections'), timeLimit).toBe(1)
    await expect.poll(() => count('journal WHERE seq IS NOT NULL'), timeLimit).toBeGreaterThan(0)
  })

  it('go on when their connections to the database fall silent without an end', async () => {
    const road = await aRoadTo(nation.url)
    const config = { ...configWith(testRedisUrl()), databaseUrl: road.url }
    running.push(await startWorkers(config, silent, { loops: 3_000, work: 3_000 }))
    await expect.poll(() => count('elections'), timeLimit).toBe(1)
    await expect.poll(() => count('journal WHERE seq IS NULL'), timeLimit).toBe(0)
    expect(road.silence()).toBeGreaterThan(1)
    await change(nation.runtime, {}, async (ctx) =>
      ctx.journal.add({ kind: 'citizens.picture-changed', subject: (await aCitizen(nation.database)).uid }),
    )
    await nation.database.query(
      `INSERT INTO jobs (name, asked_at) VALUES ('polls.close-due', ?) ON DUPLICATE KEY UPDATE asked_at = VALUES(asked_at)`,
      [new Date()],
    )
    await expect.poll(() => count('journal WHERE seq IS NULL'), timeLimit).toBe(0)
    await expect.poll(() => count(`job_hours WHERE name = 'polls.close-due' AND done > 0`), timeLimit).toBe(1)
    await Promise.all(running.splice(0).map((workers) => workers.close()))
    road.close()
  })

  it('do what follows from a fact, also of one that was committed while no worker ran', async () => {
    const citizen = await aCitizen(nation.database, { avatarUrl: 'https://not-x.example/a.png' })
    await change(nation.runtime, {}, async (ctx) =>
      ctx.journal.add({ kind: 'citizens.joined', subject: citizen.uid, facts: { username: citizen.username } }),
    )
    await start(testRedisUrl())
    await expect.poll(() => count('journal_work WHERE done_at IS NOT NULL'), timeLimit).toBe(1)
    expect(await nation.database.getRepository(Citizen).countBy({ uid: citizen.uid })).toBe(1)
  })

  it('advance elections in time although three hundred pictures hang; what else follows is done, too', async () => {
    const x = await anXThatHangs()
    const { uid } = await aCitizen(nation.database, { avatarUrl: `${x.url}/a.png` })
    await change(nation.runtime, {}, async (ctx) => {
      for (let i = 0; i < 300; i++) ctx.journal.add({ kind: 'citizens.picture-changed', subject: uid })
      return Promise.resolve()
    })
    await start(testRedisUrl(), x.url)
    await expect.poll(x.asked, timeLimit).toBe(4)
    await nation.database.query(
      `INSERT INTO jobs (name, asked_at) VALUES ('elections.advance', ?) ON DUPLICATE KEY UPDATE asked_at = VALUES(asked_at)`,
      [new Date()],
    )
    const notAsked = `jobs WHERE name = 'elections.advance' AND started_at > asked_at AND done_at IS NOT NULL`
    await expect.poll(() => count(notAsked), timeLimit).toBe(1)
    const open = `journal_work WHERE handler = 'citizens.forget-rolls' AND done_at IS NULL`
    await nation.database.query(`INSERT INTO journal_work (seq, handler) VALUES (300, 'citizens.forget-rolls')`)
    await expect.poll(() => count(open), timeLimit).toBe(0)
    expect(await count('journal_work WHERE done_at IS NOT NULL')).toBe(1)
    const redis = openQueueRedis(testRedisUrl())
    const queue = new Queue('citizens.keep-portrait', { connection: redis, prefix: queuePrefix(nation.url) })
    expect(await queue.getWaitingCount()).toBeLessThanOrEqual(200)
    await queue.close()
    redis.disconnect()
    x.close()
  })
})

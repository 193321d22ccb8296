import { allCalls, type Call } from '@nation/domain/contract'
import { createPanelAccount, writeDeviceToken } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change, openRedis } from '@nation/core/platform'
import { aCitizen, testRedisUrl } from '@nation/core/testing'
import type { ParameterizedContext } from 'koa'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../frame/deps'
import { createLimits } from '../frame/limits'
import { testSecret, useTestApi } from '../testing'
import { adminBindings } from './admin.calls'
import { guessLimits, type GuessLimits, type Trier } from './guess-limits'

const api = useTestApi({ trustProxy: true })
const password = 'a long enough password'
const authenticate = (allCalls as readonly Call[]).find(({ id }) => id === 'admin.authenticate')!
let made = 0
let username: string
let network: string

// Tries are counted in Redis, which outlives a test.
beforeEach(() => {
  const id = `${process.pid}.${Date.now()}.${++made}`
  username = `boss${id}`
  network = `2001:db8:${process.pid.toString(16).slice(-4)}:${(made + 0x1000).toString(16)}`
})

async function account(name = username): Promise<void> {
  const { handle } = await aCitizen(api.nation.database)
  await change(api.nation.runtime, {}, (ctx) =>
    createPanelAccount(ctx, deriveKeys(testSecret), { username: name, password, handle, withTotp: false }),
  )
}

const enter = (from: string, guess: string, cookie?: string, name = username) =>
  api.send('POST', '/api/admin/authenticate', {
    body: { username: name, password: guess },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  })

const cookieOf = (answer: { headers: Headers }) => (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''

async function guess(from: string, times: number): Promise<number[]> {
  const statuses = []
  for (let i = 0; i < times; i++) statuses.push((await enter(from, `guess number ${i}`)).status)
  return statuses
}

async function outcomes(limits: readonly GuessLimits[], trier: Trier, times: number) {
  const tries = Array.from({ length: times }, (_, i) => limits[i % limits.length]!.count(trier))
  const settled = await Promise.allSettled(tries)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

describe('Guesses at the panel', () => {
  it('are slowed down by account and network: half of an IPv6 address is one’s own to choose', async () => {
    await account()
    for (let i = 1; i <= 5; i++) expect((await enter(`${network}::${i}`, `guess number ${i}`)).status).toBe(401)
    const refused = await enter(`${network}:ffff::77`, password)
    expect([refused.status, refused.body.error]).toEqual([429, 'Rate limit exceeded. Please try again later.'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await enter(`${network.replace('2001:db8', '2001:db9')}::1`, password)).status).toBe(200)
  })

  it('from one address are counted together, whatever port or spelling the proxy names', async () => {
    const address = `203.0.${process.pid % 256}.${made % 256}`
    const statuses = []
    for (const spelling of [
      address,
      `${address}:4001`,
      `${address}:4002`,
      ` ${address}:4003 `,
      `::ffff:${address}`,
      `1.2.3.4, ${address}:4004`,
      `unknown, [::ffff:${address}]:4005`,
      `${address}:4006`,
    ]) {
      statuses.push((await enter(spelling, `guess number ${statuses.length}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('wait the longer, the more there were', async () => {
    const limits = guessLimits(openRedis('redis://127.0.0.1:1/0'), api.nation.url)
    const trier = { account: username, network }
    const waits = []
    const clock = { now: Date.now() }
    // The limiters in memory read the machine's clock.
    const { now } = Date
    Date.now = () => clock.now
    try {
      for (let tries = 0; tries < 20; tries++) {
        const wait = await limits.count(trier).then(
          () => 0,
          (error: { facts: { retryAfter: number } }) => error.facts.retryAfter,
        )
        if (wait > 0) {
          waits.push(wait)
          clock.now += 1000 * wait
        }
      }
    } finally {
      Date.now = now
    }
    expect(waits.length).toBeGreaterThan(1)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(5 * 60)
  })

  it('shut out no device that signed in before, although its network may try no more', async () => {
    await account()
    const cookie = cookieOf(await enter(`${network}::1`, password))
    expect((await guess(`${network}::2`, 6)).at(-1)).toBe(429)
    expect((await enter(`${network}::1`, password)).status).toBe(429)
    expect((await enter(`${network}::1`, password, cookie)).status).toBe(200)
    // It knows one account; at another it is a stranger like any other.
    const other = `${username}x`
    await account(other)
    for (let i = 0; i < 5; i++) await enter(`${network}::2`, `guess number ${i}`, undefined, other)
    expect((await enter(`${network}::1`, password, cookie, other)).status).toBe(429)
    expect((await enter(`${network}::1`, password, `${cookie.slice(0, -2)}xx`)).status).toBe(429)
  })

  it('use up the calls of their network, and nothing of a known device’s in it', async () => {
    // As in production: elsewhere the limits of calls are fifty times wider.
    const redis = openRedis('redis://127.0.0.1:1/0')
    const limits = createLimits(redis, 1)
    const token = { device: '01890a5d-ac96-774b-bcce-b302099a8057', secret: 's'.repeat(43) }
    const deps = { keys: deriveKeys(testSecret), config: { origin: api.origin } } as Deps
    const http = { cookies: { get: () => writeDeviceToken(deps.keys, token) } } as unknown as ParameterizedContext
    const known = adminBindings['admin.authenticate']?.knownAs?.(deps, http)
    for (let i = 0; i < 20; i++) await limits(authenticate, null, '192.0.2.1')
    await expect(limits(authenticate, null, '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' })
    await limits(authenticate, null, '192.0.2.1', known)
    redis.disconnect()
  })

  it('on a known device have an allowance of their own', async () => {
    await account()
    const cookie = cookieOf(await enter(`${network}::1`, password))
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await enter(`${network}::1`, `guess ${i}`, cookie)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect((await enter(`${network}::1`, password)).status).toBe(200)
  })

  it('are counted before they are checked: of 200 at once five are checked', async () => {
    await account()
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => enter(`${network}::${i}`, `guess ${i}`)))
    const statuses = answers.map(({ status }) => status)
    expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([5, 195])
    const rows: { n: string }[] = await api.nation.database.query('SELECT COUNT(*) AS n FROM panel_tries')
    expect(Number(rows[0]?.n)).toBe(5)
  })

  it('are counted together by all processes, and by each one while Redis is away', async () => {
    const redis = [openRedis(testRedisUrl()), openRedis(testRedisUrl())] as const
    await expect.poll(() => redis.map(({ status }) => status)).toEqual(['ready', 'ready'])
    const processes = redis.map((one) => guessLimits(one, api.nation.url))
    expect(await outcomes(processes, { account: username, network }, 200)).toBe(5)
    const alone = openRedis('redis://127.0.0.1:1/0')
    expect(await outcomes([guessLimits(alone, api.nation.url)], { account: username, network }, 200)).toBe(5)
    for (const one of [...redis, alone]) one.disconnect()
  })

  it('from many networks leave a network that has not guessed its tries', async () => {
    const redis = openRedis('redis://127.0.0.1:1/0')
    const limits = guessLimits(redis, api.nation.url)
    for (let i = 0; i < 100; i++) await limits.count({ account: username, network: `attacker ${i}` })
    expect(await outcomes([limits], { account: username, network: 'attacker 0' }, 10)).toBe(2)
    expect(await outcomes([limits], { account: username, network: 'the owner’s' }, 10)).toBe(2)
    expect(await outcomes([limits], { device: 'the owner’s' }, 10)).toBe(10)
    redis.disconnect()
  })

  it('are written down alike whether an account has the name or not', async () => {
    await account()
    const answers = [await enter(`${network}::1`, 'guess'), await enter(`${network}::1`, 'guess', '', `${username}x`)]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([401, 'Invalid credentials']))
    const rows: { who: string; network: string }[] = await api.nation.database.query('SELECT * FROM panel_tries')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${username}|2001:db8`))
  })
})

import type { Call } from '@nation/domain/contract'
import { openRedis, redisReady } from '@nation/core/platform'
import { signedIn, aCitizen, testRedisUrl, useTestNation } from '@nation/core/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { consume, createLimits, limiterFor, namedFactor, type KnownVisitor, type Limits } from './limits'

const nation = useTestNation()
let redis: ReturnType<typeof openRedis>
let limits: Limits
beforeEach(() => {
  redis = openRedis(testRedisUrl())
  limits = createLimits(redis, 1)
})
afterEach(() => redis.disconnect())

/** A call of its own for each test: what was counted before is in Redis. */
const aCall = () =>
  ({ id: `test.${crypto.randomUUID()}`, method: 'GET', limit: { points: 2, seconds: 60 } }) as unknown as Call
const inNetwork = (number: number) => `2001:db8:7:${number.toString(16)}::1`

/** How many of these addresses are answered before one is refused. */
async function answered(call: Call, addresses: readonly string[], known?: KnownVisitor): Promise<number> {
  for (const [place, address] of addresses.entries()) {
    const refused = await limits(call, null, address, known).then(
      () => null,
      (error: unknown) => error,
    )
    if (refused === null) continue
    expect(refused).toMatchObject({ code: 'rate_limited' })
    return place
  }
  return addresses.length
}

it('A network of 64 bits is counted for itself, and all of one /48 together have sixteen times as much', async () => {
  const many = Array.from({ length: 100 }, (_, number) => inNetwork(number))
  expect(await answered(aCall(), [inNetwork(1), inNetwork(1), inNetwork(1)])).toBe(2)
  const call = aCall()
  expect(await answered(call, many)).toBe(32)
  // The neighbour's /48 is not concerned, nor is who is known by something better, nor who is signed in.
  expect(await answered(call, ['2001:db8:8::1'])).toBe(1)
  expect(await answered(call, [inNetwork(200)], { name: 'a browser', proven: true })).toBe(1)
  await limits(call, signedIn(await aCitizen(nation.database)), inNetwork(201))
})

it('Who gives a name that is not proven is counted as that, and many names of one network together, more generously', async () => {
  const call = aCall()
  const named = (name: string) => ({ name: `${call.id} ${name}`, proven: false })
  const address = '192.0.2.7'
  expect(await answered(call, [address, address, address], named('ada'))).toBe(2)
  // One who has used up theirs, and visitors without a name, stop nobody else behind the address.
  expect(await answered(call, [address, address, address])).toBe(2)
  const others = Array.from({ length: 2 * namedFactor }, (_, number) => named(`other ${number}`))
  const outcomes = await Promise.allSettled(others.map((one) => limits(call, null, address, one)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 * namedFactor - 2)
  expect(await answered(call, ['192.0.2.8'], named('one elsewhere'))).toBe(1)
})

it('A call that does the same as another one, at another address, uses up the same limit', async () => {
  const call = aCall()
  const twin = { ...call, id: `test.${crypto.randomUUID()}`, countedAs: call.id } as unknown as Call
  const address = '192.0.2.9'
  expect(await answered(twin, [address])).toBe(1)
  expect(await answered(call, [address, address])).toBe(1)
  expect(await answered(twin, [address])).toBe(0)
})

it('A limit that is made while commands wait to be sent counts, and breaks none of them', async () => {
  expect(await redisReady(redis)).toBe(true)
  const before = redis.get('nothing')
  const limit = limiterFor(redis, crypto.randomUUID(), { points: 1, seconds: 60 }, 1)
  const counted = consume(limit, 'ada')
  const after = redis.get('nothing')
  expect(await Promise.all([before, counted, after])).toEqual([null, undefined, null])
  // Counted in Redis, and so for every process.
  const other = limiterFor(redis, limit.keyPrefix.replace('limit:', ''), { points: 1, seconds: 60 }, 1)
  await expect(consume(other, 'ada')).rejects.toMatchObject({ code: 'rate_limited' })
})

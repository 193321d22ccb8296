import type { Call } from '@nation/domain/contract'
import { openRedis } from '@nation/core/platform'
import { signedIn, aCitizen, testRedisUrl, useTestNation } from '@nation/core/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLimits, type Limits } from './limits'

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
async function answered(call: Call, addresses: readonly string[], knownAs?: string): Promise<number> {
  for (const [place, address] of addresses.entries()) {
    const refused = await limits(call, null, address, knownAs).then(
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
  expect(await answered(call, [inNetwork(200)], 'a browser')).toBe(1)
  await limits(call, signedIn(await aCitizen(nation.database)), inNetwork(201))
})

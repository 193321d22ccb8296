import { openRedis, redisReady } from '@nation/core/platform'
import { aCitizen, testRedisUrl } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

it('Searches of candidates have a limit of their own, and readers of the list keep theirs', async () => {
  const citizen = await aCitizen(api.nation.database)
  const token = await api.tokenOf(citizen)
  const list = (query = '') => api.send('GET', `/api/candidates/list${query}`, { token })
  expect((await list('?search=harbour')).status).toBe(200)
  const redis = openRedis(testRedisUrl())
  try {
    const key = `limit:candidates.list?search:${citizen.uid}`
    await expect.poll(() => redis.get(key)).toBe('1')
    await redis.incrby(key, 1_000_000)
  } finally {
    redis.disconnect()
  }
  const refused = await list('?search=harbour')
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect((await list()).status).toBe(200)
})

it('Visitors of one network reach the limit of searches before that of the list', async () => {
  const list = (query = '') => api.send('GET', `/api/candidates/list${query}`)
  const redis = openRedis(testRedisUrl())
  try {
    expect(await redisReady(redis)).toBe(true)
    const keyOf = 'limit:candidates.list?visitors-search:127.0.0.1'
    await redis.del(keyOf)
    expect((await list('?search=harbour')).status).toBe(200)
    await expect.poll(() => redis.get(keyOf)).toBe('1')
    // Of the 600 lists that a network's visitors may read in a minute, 300 may be searches; in tests fifty times as many.
    await redis.set(keyOf, 300 * 50, 'EX', 60)
    expect(await list('?search=harbour')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await list()).status).toBe(200)
    await redis.del(keyOf)
  } finally {
    redis.disconnect()
  }
})

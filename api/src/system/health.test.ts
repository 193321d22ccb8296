import { openQueueRedis } from '@nation/core/platform'
import { startOwnRedis } from '@nation/dev/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useTestApi } from '../testing'

let own: Awaited<ReturnType<typeof startOwnRedis>>
beforeAll(async () => {
  own = await startOwnRedis()
})
afterAll(() => own.stop())
const api = useTestApi({ redis: () => own.url })

it('The health is degraded while Redis answers but takes nothing', async () => {
  const health = async () => (await api.send('GET', '/api/health')).body
  const redis = openQueueRedis(own.url)
  expect(await health()).toMatchObject({ status: 'ok', redis: { ok: true } })
  await redis.config('SET', 'maxmemory', '1')
  expect(await redis.ping()).toBe('PONG')
  expect(await health()).toMatchObject({ status: 'degraded', redis: { ok: false } })
  await redis.config('SET', 'maxmemory', '0')
  expect(await health()).toMatchObject({ status: 'ok', redis: { ok: true } })
  redis.disconnect()
})

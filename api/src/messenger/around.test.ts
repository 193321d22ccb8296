import { openRedis, redisReady, type SignedIn } from '@nation/core/platform'
import { aCitizen, signedIn, testRedisUrl, useTestNation } from '@nation/core/testing'
import { channelLimit } from '@nation/domain/messenger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Binding, Deps, Request } from '../frame'
import { limitedByChannel } from './around'

const nation = useTestNation()
let redis: ReturnType<typeof openRedis>
let sent: number
beforeEach(async () => {
  redis = openRedis(testRedisUrl())
  sent = 0
  expect(await redisReady(redis)).toBe(true)
})
afterEach(() => redis.disconnect())

/** One of several processes of a nation in production, in which messages are sent. */
function aProcess(databaseUrl: string) {
  const deps = { redis, config: { environment: 'production', databaseUrl } } as unknown as Deps
  const binding = { handle: () => Promise.resolve(++sent) } as unknown as Binding
  const limited = limitedByChannel<'messenger.send-message'>(binding, ({ conversationId }) => conversationId)
  return (caller: SignedIn, conversationId: string): Promise<unknown> =>
    limited.handle({ deps, caller, input: { conversationId, message: 'Hi' } } as unknown as Request<never>)
}

it('Of two hundred messages that a citizen sends into one conversation at once, through two processes, twenty pass', async () => {
  const [ada, ben] = [signedIn(await aCitizen(nation.database)), signedIn(await aCitizen(nation.database))]
  const [here, there] = [crypto.randomUUID(), crypto.randomUUID()]
  const databaseUrl = `mysql://nation@localhost/nation_${here.replaceAll('-', '')}`
  const [first, second] = [aProcess(databaseUrl), aProcess(databaseUrl)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? first : second)(ada, here)),
  )
  expect(sent).toBe(channelLimit.points)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rate_limited' })
  }
  // Another conversation, and other writers in this one, are not concerned.
  await first(ada, there)
  await second(ben, here)
  await expect(second(ada, here)).rejects.toMatchObject({ code: 'rate_limited' })
})

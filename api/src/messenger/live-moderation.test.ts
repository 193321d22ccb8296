import { updateAdministration } from '@nation/core/admin'
import { headChannel, sequence } from '@nation/core/journal'
import { openRedis } from '@nation/core/platform'
import { aCitizen, as, testRedisUrl } from '@nation/core/testing'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { openStream } from '../testing/stream'

const api = useTestApi()

/** What the machine needs at most. */
const timeLimit = { timeout: 20_000 }

let redis: Redis
beforeAll(() => {
  redis = openRedis(testRedisUrl())
})
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})
afterAll(() => redis.disconnect())

async function kindsHeardBy(token: string): Promise<() => string[]> {
  const stream = await openStream<{ kind: string }>(api.origin, token)
  leaving.push(stream.leave)
  return () => stream.heard.map(({ kind }) => kind)
}

const numbered = async () => {
  while ((await sequence(api.nation.database)).numbered > 0);
  await redis.publish(headChannel, '')
}

async function post(path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.send('POST', `/api/messenger/${path}`, { token, body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

it('Moderators hear live of reports and of what is done about them, as administrators do, and no other citizen does', async () => {
  const database = api.nation.database
  const [ada, ben, admin, moderator, minister] = [
    await aCitizen(database),
    await aCitizen(database),
    await aCitizen(database, { isAdmin: true, isSuperAdmin: true }),
    await aCitizen(database, { role: 'moderator' }),
    await aCitizen(database, { role: 'government', governmentRole: 'raidMinister' }),
  ]
  const [adas, bens, admins, moderators, ministers] = [
    await api.tokenOf(ada),
    await api.tokenOf(ben),
    await api.tokenOf(admin),
    await api.tokenOf(moderator),
    await api.tokenOf(minister),
  ]
  const those = [await kindsHeardBy(admins), await kindsHeardBy(moderators), await kindsHeardBy(await api.panelTokenOf(admin))] // oxfmt-ignore
  const others = [await kindsHeardBy(adas), await kindsHeardBy(bens), await kindsHeardBy(ministers)]
  const about = (kinds: readonly string[]) =>
    kinds.filter((kind) => kind === 'messenger.reported' || kind === 'messenger.moderated')
  const reports = async (message: string) => {
    const { messageId } = await post('send-group-message', bens, { groupId: 'citizens', message })
    await post('report', adas, { messageId, reason: 'It insults me.' })
    return messageId
  }
  const expectHeard = async (kinds: readonly string[]) => {
    await numbered()
    for (const heard of those) await expect.poll(() => about(heard()), timeLimit).toEqual(kinds)
  }
  const messageId = await reports('a threat')
  await expectHeard(['messenger.reported'])
  await post('mute', moderators, { citizenId: ben.uid, hours: 1, reason: 'Threats.' })
  await post('delete-message', moderators, { messageId })
  await post('unmute', admins, { citizenId: ben.uid })
  const { body } = await api.send('GET', '/api/messenger/get-reports', { token: moderators })
  const [{ id: reportId } = { id: '' }] = body.reports as { id: string }[]
  await post('resolve-report', admins, { reportId, resolution: 'Deleted.' })
  await expectHeard(['messenger.reported', ...Array<string>(4).fill('messenger.moderated')])

  await as(api.nation.runtime, admin, (ctx) =>
    updateAdministration(ctx, { userId: moderator.uid, isAdmin: false, isModerator: false }),
  )
  await reports('another threat')
  await post('send-group-message', bens, { groupId: 'citizens', message: 'the end' })
  await numbered()
  // What everybody hears comes after what was said before it.
  for (const heard of [...others, those[1]!])
    await expect.poll(() => heard().filter((kind) => kind === 'messenger.posted').length, timeLimit).toBe(3)
  for (const heard of others) expect(about(heard())).toEqual([])
  expect(about(those[1]!())).toHaveLength(5)
  await expect.poll(() => about(those[0]!()), timeLimit).toHaveLength(6)
})

import { once } from 'node:events'
import net from 'node:net'
import { updateAdministration } from '@nation/core/admin'
import { updateMemberRole } from '@nation/core/government'
import type { Citizen } from '@nation/core/citizens'
import { headChannel, sequence } from '@nation/core/journal'
import { postToGroup } from '@nation/core/messenger'
import { openRedis } from '@nation/core/platform'
import { aCitizen, as, signedIn, testRedisUrl } from '@nation/core/testing'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { openStream } from '../testing/stream'

const api = useTestApi()

interface Heard {
  readonly seq: number
  readonly kind: string
  readonly facts: { readonly channel?: string; readonly from: number; readonly to: number }
  readonly messages?: readonly { readonly number: number; readonly message: string; readonly clientId: string | null }[]
}

let redis: Redis
beforeAll(() => {
  redis = openRedis(testRedisUrl())
})
afterAll(() => redis.disconnect())

const unset = { clientId: undefined, replyTo: undefined, images: undefined }

/** What the machine needs at most. */
const timeLimit = { timeout: 20_000 }

const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

async function listen(token: string | undefined, { after, origin }: { after?: number; origin?: string } = {}) {
  const stream = await openStream<Heard>(origin ?? api.origin, token, after)
  leaving.push(stream.leave)
  const texts = () => stream.heard.flatMap(({ messages }) => (messages ?? []).map(({ message }) => message))
  return { ...stream, texts }
}

const numbered = async () => {
  while ((await sequence(api.nation.database)).numbered > 0);
  await redis.publish(headChannel, '')
}

async function call(path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.send('POST', `/api/${path}`, { token, body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const sayIn = (token: string, groupId: string, message: string, clientId?: string) =>
  groupId === 'admin-chat'
    ? call('admin-chat/send-message', token, { message })
    : call('messenger/send-group-message', token, { groupId, message, clientId })

/** A mark that everybody hears, so that what was to be heard before it has been. */
async function mark(writer: string, streams: readonly { texts: () => string[] }[]): Promise<void> {
  const text = `mark ${crypto.randomUUID()}`
  await sayIn(writer, 'citizens', text)
  await numbered()
  for (const { texts } of streams) await expect.poll(() => texts().includes(text), timeLimit).toBe(true)
}

const withoutMarks = (texts: readonly string[]) => texts.filter((text) => !text.startsWith('mark '))

const places = ['citizens', 'admins', 'executives', 'government', 'admin-chat'] as const
const roles = {
  'a citizen': [{}, ['citizens']],
  'a moderator': [{ role: 'moderator' }, ['citizens']],
  'a candidate': [{ role: 'candidate' }, ['citizens']],
  'the finance minister': [
    { role: 'government', governmentRole: 'financeMinister' },
    ['citizens', 'government', 'admin-chat'],
  ],
  'the president': [
    { role: 'government', governmentRole: 'president' },
    ['citizens', 'executives', 'government', 'admin-chat'],
  ],
  'the secretary': [
    { role: 'government', governmentRole: 'secretary' },
    ['citizens', 'executives', 'government', 'admin-chat'],
  ],
  'an administrator': [{ role: 'admin', isAdmin: true }, [...places]],
  'a super administrator': [{ isSuperAdmin: true }, [...places]],
} as const satisfies Record<string, readonly [Partial<Citizen>, readonly string[]]>

describe('Messages that are delivered live', () => {
  it('reach only those who may read their channel: every role, channel and event', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true, username: 'Writer' })
    const [writer, panel] = [await api.tokenOf(admin), await api.panelTokenOf(admin)]
    const streams = await Promise.all(
      Object.entries(roles).map(async ([name, [facts, open]]) => {
        const token = await api.tokenOf(await aCitizen(api.nation.database, facts))
        return { name, open: [...open] as string[], ...(await listen(token)) }
      }),
    )
    const visitor = await listen(undefined)
    for (const place of places) {
      const { messageId } = await sayIn(place === 'admin-chat' ? panel : writer, place, `posted ${place}`)
      // Each event has the message as it is when it is delivered: so each is heard before the next.
      const heardBy = async (text: string) => {
        await numbered()
        for (const { texts } of streams.filter((one) => one.open.includes(place))) {
          await expect.poll(texts, timeLimit).toContain(text)
        }
      }
      await heardBy(`posted ${place}`)
      await call('messenger/edit-message', writer, { messageId, message: `edited ${place}` })
      await heardBy(`edited ${place}`)
      await call('messenger/delete-message', writer, { messageId })
    }
    await mark(writer, streams)
    for (const { name, open, heard, texts } of streams) {
      const expected = open.flatMap((place) => [`posted ${place}`, `edited ${place}`, ''])
      expect([name, withoutMarks(texts()).toSorted()]).toEqual([name, expected.toSorted()])
      expect(new Set(heard.flatMap(({ facts }) => facts.channel ?? []))).toEqual(new Set(open))
    }
    expect(visitor.heard).toEqual([])
  })

  it('of a direct conversation reach its two citizens alone', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const [ada, ben] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    const [adas, bens, admins] = [await api.tokenOf(ada), await api.tokenOf(ben), await api.tokenOf(admin)]
    const streams = { ada: await listen(adas), ben: await listen(bens), admin: await listen(admins) }
    const { conversationId } = await call('messenger/start-conversation', adas, { recipientId: ben.uid })
    const clientId = crypto.randomUUID()
    await call('messenger/send-message', adas, { conversationId, message: 'between us', clientId })
    await call('messenger/send-message', bens, { conversationId, message: 'so be it' })
    await mark(admins, Object.values(streams))
    for (const who of ['ada', 'ben'] as const) {
      expect(withoutMarks(streams[who].texts())).toEqual(['between us', 'so be it'])
    }
    expect(withoutMarks(streams.admin.texts())).toEqual([])
    // Only the sender's devices get the id under which it was sent.
    const ids = (stream: { heard: Heard[] }) =>
      stream.heard.flatMap(({ messages }) => (messages ?? []).flatMap((one) => one.clientId ?? []))
    expect(ids(streams.ada)).toEqual([clientId])
    expect(ids(streams.ben)).toEqual([])
  })

  it('reach no stream of the panel, and neither do direct conversations: it reads the admin chat alone', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true, handle: 'alma' })
    const ada = await aCitizen(api.nation.database)
    const [almas, adas] = [await api.tokenOf(admin), await api.tokenOf(ada)]
    const panelToken = await api.panelTokenOf(admin)
    const [panel, own] = [await listen(panelToken), await listen(almas)]
    const { conversationId } = await call('messenger/start-conversation', adas, { recipientId: admin.uid })
    await call('messenger/send-message', adas, { conversationId, message: 'between us' })
    await sayIn(adas, 'citizens', 'to all, @alma')
    await sayIn(almas, 'admins', 'to administrators')
    await call('messenger/mark-as-read', almas, { conversationId: 'citizens', number: 1 })
    await mark(almas, [own])
    await sayIn(panelToken, 'admin-chat', 'in the admin chat')
    await numbered()
    await expect
      .poll(() => [panel.texts(), own.texts().at(-1)], timeLimit)
      .toEqual([['in the admin chat'], 'in the admin chat'])
    expect(withoutMarks(own.texts())).toHaveLength(4)
    const kindAndChannel = ({ kind, facts }: Heard) => [kind, facts.channel]
    const bare = [
      ['messenger.posted', 'citizens'],
      ['messenger.posted', 'admins'],
      ['messenger.posted', 'citizens'],
      ['messenger.posted', 'admin-chat'],
      // How many messages there are: a figure of dashboards.
      ['messenger.counted', undefined],
    ]
    await expect.poll(() => panel.heard.map(kindAndChannel), timeLimit).toEqual(bare)
    // Neither does a stream of the panel that was away read them.
    const again = await listen(panelToken, { after: 0 })
    await expect.poll(() => again.heard.map(kindAndChannel), timeLimit).toEqual(bare)
  })

  it('carry nothing that was written after a change of role, and nothing that comes after its commit', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const [secretary, other] = [
      await aCitizen(api.nation.database, { role: 'government', governmentRole: 'secretary' }),
      await aCitizen(api.nation.database, { role: 'government', governmentRole: 'president' }),
    ]
    const writer = await api.tokenOf(admin)
    const streams = [await listen(await api.tokenOf(secretary)), await listen(await api.tokenOf(other))] as const
    await sayIn(writer, 'executives', 'before')
    await mark(writer, streams)
    // Numbered late: it was written before the change, and would arrive after it.
    await sayIn(writer, 'executives', 'written before, numbered after')
    await as(api.nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: secretary.uid, governmentRole: 'citizen' }),
    )
    await sayIn(writer, 'executives', 'after')
    await mark(writer, streams)
    expect(withoutMarks(streams[0].texts())).toEqual(['before'])
    expect(withoutMarks(streams[1].texts())).toEqual(['before', 'written before, numbered after', 'after'])
  })

  it('end with a role that was changed by hand, of which no event tells', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const minister = await aCitizen(api.nation.database, { role: 'government', governmentRole: 'raidMinister' })
    const writer = await api.tokenOf(admin)
    const stream = await listen(await api.tokenOf(minister))
    await sayIn(writer, 'government', 'before')
    await mark(writer, [stream])
    await api.nation.database.query('UPDATE citizens SET government_role = NULL, role = ? WHERE id = ?', [
      'citizen',
      minister.id,
    ])
    await sayIn(writer, 'government', 'after')
    await sayIn(await api.panelTokenOf(admin), 'admin-chat', 'after')
    await mark(writer, [stream])
    expect(withoutMarks(stream.texts())).toEqual(['before'])
  })

  it('are heard by whom a role opened a room to, from the change on', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const ada = await aCitizen(api.nation.database)
    const writer = await api.tokenOf(admin)
    const stream = await listen(await api.tokenOf(ada))
    await sayIn(writer, 'admins', 'before')
    await mark(writer, [stream])
    await as(api.nation.runtime, admin, (ctx) =>
      updateAdministration(ctx, { userId: ada.uid, isAdmin: true, isModerator: false }),
    )
    await sayIn(writer, 'admins', 'after')
    await mark(writer, [stream])
    expect(withoutMarks(stream.texts())).toEqual(['after'])
  })

  it('are numbers alone for a stream that was away: it reads the page', async () => {
    const ada = await api.tokenOf(await aCitizen(api.nation.database))
    const first = await listen(ada)
    await sayIn(ada, 'citizens', 'while it listens')
    await mark(ada, [first])
    const last = first.heard.at(-1)?.seq ?? 0
    first.leave()
    await first.over
    const other = await listen(ada)
    await sayIn(ada, 'citizens', 'while it is away')
    await numbered()
    await expect.poll(other.texts, timeLimit).toEqual(['while it is away'])
    const again = await listen(ada, { after: last })
    await expect.poll(() => again.heard.length, timeLimit).toBe(1)
    expect(again.heard[0]).toMatchObject({ facts: { channel: 'citizens', from: 3, to: 3 } })
    expect(again.heard[0]?.messages).toBeUndefined()
    const page = await api.send('GET', '/api/messenger/get-group-messages?groupId=citizens&after=2', { token: ada })
    expect(page.body.messages).toMatchObject([{ number: 3, message: 'while it is away' }])
  })

  it('reach the streams of every process', async () => {
    const ada = await api.tokenOf(await aCitizen(api.nation.database))
    const streams = [await listen(ada), await listen(ada, { origin: await api.another() })]
    await mark(ada, streams)
  })

  it('are numbers alone beyond what a stream can be given at once: no stream is closed for it', async () => {
    const ada = await aCitizen(api.nation.database)
    const stream = await listen(await api.tokenOf(ada))
    const input = { groupId: 'citizens' as const, message: 'x'.repeat(2_000), ...unset }
    const batch = Array.from({ length: 40 }, () => ({ caller: signedIn(ada), input }))
    for (let round = 0; round < 20; round++) await as(api.nation.runtime, ada, (ctx) => postToGroup(ctx, batch))
    await numbered()
    await expect.poll(() => stream.heard.length, timeLimit).toBe(20)
    expect(stream.texts()).toHaveLength(40)
  })

  it('go on for the others while one does not read; it is let go, and resumes behind what it heard', async () => {
    const ada = await aCitizen(api.nation.database)
    const token = await api.tokenOf(ada)
    const port = Number(new URL(api.origin).port)
    const slow = net.connect(port, '127.0.0.1')
    leaving.push(() => slow.destroy())
    slow.write(`GET /api/events HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await once(slow, 'data')
    slow.pause()
    const quick = await listen(token)
    const input = { groupId: 'citizens' as const, message: 'x'.repeat(2_000), ...unset }
    const batch = Array.from({ length: 45 }, () => ({ caller: signedIn(ada), input }))
    for (let round = 0; round < 120; round++) {
      await as(api.nation.runtime, ada, (ctx) => postToGroup(ctx, batch))
      await numbered()
      await expect.poll(() => quick.texts().length, { ...timeLimit, interval: 5 }).toBe((round + 1) * 45)
    }
    const closed = once(slow, 'close')
    slow.resume()
    await closed
    const back = await listen(token, { after: 0 })
    await expect.poll(() => back.heard.length, timeLimit).toBe(120)
    expect(back.heard.every(({ messages }) => messages === undefined)).toBe(true)
  })
})

import { updateAdministration } from '@nation/core/admin'
import { updateMemberRole } from '@nation/core/government'
import type { Citizen } from '@nation/core/citizens'
import { headChannel, sequence } from '@nation/core/journal'
import { column, openRedis, readOne } from '@nation/core/platform'
import { aCitizen, anElectionToSeat, as, testRedisUrl } from '@nation/core/testing'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { openStream, type Passed, type TestStream } from '../testing/stream'

const api = useTestApi()

interface Heard {
  readonly kind: string
  readonly facts: { readonly channel?: string; readonly conversationId?: string; readonly messages?: number }
  readonly messages?: readonly { readonly message: string }[]
}

let redis: Redis
beforeAll(() => {
  redis = openRedis(testRedisUrl())
})
afterAll(() => redis.disconnect())

const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

/** What the machine needs at most. */
const timeLimit = { timeout: 20_000 }
/** How long after the commit of a change something may still arrive that was written before it. */
const lateMs = 1_000

const numbered = async () => {
  while ((await sequence(api.nation.database)).numbered > 0);
  await redis.publish(headChannel, '')
}

/**
 * Streams are looked up once a minute, a part of them each second: of those that are opened behind so many others the look-up comes
 * late. So what is tested is what happens without it.
 */
async function fillTheFirstTurns(token: string): Promise<void> {
  for (let n = 0; n < 45; n++) await listen(token)
}

async function listen(token: string): Promise<TestStream<Heard>> {
  const stream = await openStream<Heard>(api.origin, token)
  leaving.push(stream.leave)
  return stream
}

async function post(path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.send('POST', `/api/${path}`, { token, body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const isDirect = (place: string) => place.includes('-') && place !== 'admin-chat'

type Say = (text: string) => Promise<Record<string, unknown>>

const sayingIn =
  (token: string, place: string): Say =>
  (message) =>
    place === 'admin-chat'
      ? post('admin-chat/send-message', token, { message })
      : isDirect(place)
        ? post('messenger/send-message', token, { conversationId: place, message })
        : post('messenger/send-group-message', token, { groupId: place, message })

const textsOf = ({ heard }: TestStream<Heard>) =>
  heard.flatMap(({ messages }) => (messages ?? []).map(({ message }) => message))

const countsOf = ({ heard }: TestStream<Heard>) =>
  heard.flatMap(({ kind, facts }) => (kind === 'messenger.counted' ? [facts.messages ?? 0] : []))

/** How many messages the admin chat has, as officials read it. */
async function announced(): Promise<number> {
  const sql = `SELECT last_number FROM conversations WHERE channel = 'admin-chat'`
  return (await readOne(api.nation.database, { last_number: column.integer }, sql)).last_number
}

interface Parties {
  readonly stream: TestStream<Heard>
  readonly witness: TestStream<Heard>
  readonly writer: string
  /** The writer's sign-in to the panel, for the admin chat. */
  readonly panel?: string
  /** In groups not the witness, who gets no event of their own typing. */
  readonly typist: string
}

/** Who types in places. Its `typing` tells what was typed before the commit of a change, so that each is known apart. */
class Typing {
  committedAt = Infinity
  readonly places: readonly string[]

  constructor(
    readonly typist: string,
    places: readonly string[],
  ) {
    // The admin chat has no typing events.
    this.places = places.filter((place) => place !== 'admin-chat')
  }

  type = (place: string) =>
    post('messenger/typing', this.typist, { conversationId: place, typing: this.committedAt === Infinity })

  heardBy({ passed }: TestStream<Heard>, place: string, before: boolean): Passed[] {
    return passed.filter(({ facts }) => facts.conversation === place && facts.typing === before)
  }

  /** Types until this stream receives it: of the typing of many in one second not all is sent. */
  async until(stream: TestStream<Heard>, place: string, before: boolean): Promise<void> {
    const heard = () => this.type(place).then(() => this.heardBy(stream, place, before).length)
    await expect.poll(heard, { ...timeLimit, interval: 400 }).toBeGreaterThan(0)
  }

  /** Nothing that was typed after the commit reached the stream, and nothing a second after it. */
  async expectOver({ stream, witness }: Pick<Parties, 'stream' | 'witness'>): Promise<void> {
    for (const place of this.places) {
      // A direct conversation sends no more events, not to its witness either.
      if (!isDirect(place)) await this.until(witness, place, false)
      // What all citizens hear passes until the stream of a session that has ended is ended.
      if (place !== 'citizens') expect(this.heardBy(stream, place, false)).toEqual([])
    }
    const late = stream.passed.filter(({ heardAt }) => heardAt > this.committedAt + lateMs)
    expect(late.filter(({ facts }) => this.places.includes(String(facts.conversation)))).toEqual([])
  }
}

/**
 * Messages are written and edited, and a citizen types, in every place before, during and after a change that takes these places
 * from the stream's citizen. `witness` keeps them, and hears all.
 */
async function underChange(parties: Parties, places: readonly string[], change: () => Promise<unknown>): Promise<void> {
  const { stream, witness, writer } = parties
  const typing = new Typing(parties.typist, places)
  const begun = new Map<string, number>()
  const write = async (moment: string) => {
    for (const place of places) {
      const [text, edited] = [`${moment} in ${place}`, `${moment} in ${place}, edited`]
      begun.set(text, performance.now())
      const { messageId } = await sayingIn(place === 'admin-chat' ? (parties.panel ?? writer) : writer, place)(text)
      await numbered()
      begun.set(edited, performance.now())
      await post('messenger/edit-message', writer, { messageId, message: edited })
      await numbered()
      if (typing.places.includes(place)) await typing.type(place)
    }
  }
  await write('before')
  for (const place of typing.places) await typing.until(stream, place, true)
  for (const place of places)
    await expect.poll(() => textsOf(stream), timeLimit).toContain(`before in ${place}, edited`)
  const during = async () => {
    for (let n = 0; typing.committedAt === Infinity || n < 3; n++) await write(`during ${n}`)
  }
  await Promise.all([change().then(() => (typing.committedAt = performance.now())), during()])
  const counted = await announced()
  await write('after')
  for (const place of places)
    await expect.poll(() => textsOf(witness), timeLimit).toContain(`after in ${place}, edited`)

  const writtenAfter = [...begun].flatMap(([text, at]) => (at > typing.committedAt ? [text] : []))
  expect(writtenAfter.length).toBeGreaterThanOrEqual(places.length * 2)
  expect(textsOf(stream).filter((text) => writtenAfter.includes(text))).toEqual([])
  await typing.expectOver(parties)
  if (places.includes('admin-chat')) await expectNotCounted(parties, counted)
  const late = stream.heard.filter(
    ({ kind, facts }, n) =>
      (places.includes(facts.channel ?? facts.conversationId ?? '') || isCountOf(places, kind)) &&
      stream.heardAt[n]! > typing.committedAt + lateMs,
  )
  expect(late).toEqual([])
}

const isCountOf = (places: readonly string[], kind: string) =>
  kind === 'messenger.counted' && places.includes('admin-chat')

/** The witness receives the number of messages after so many, and the stream does not. */
async function expectNotCounted({ stream, witness }: Parties, after: number): Promise<void> {
  await expect.poll(() => Math.max(...countsOf(witness)), timeLimit).toBeGreaterThan(after)
  expect(countsOf(stream).length).toBeGreaterThan(0)
  expect(countsOf(stream).filter((messages) => messages > after)).toEqual([])
}

interface Loss {
  readonly facts: Partial<Citizen>
  readonly panel?: true
  readonly places: readonly string[]
  readonly change: (admin: Citizen, loser: Citizen, token: string) => Promise<unknown>
}

const losses: Readonly<Record<string, Loss>> = {
  'an executive who becomes a citizen': {
    facts: { role: 'government', governmentRole: 'secretary' },
    places: ['executives', 'government', 'admin-chat'],
    change: (admin, { uid }) =>
      as(api.nation.runtime, admin, (ctx) => updateMemberRole(ctx, { userId: uid, governmentRole: 'citizen' })),
  },
  'an executive whose office was changed by hand, of which no event tells': {
    facts: { role: 'government', governmentRole: 'secretary' },
    places: ['executives'],
    change: (_, { id }) =>
      api.nation.database.query('UPDATE citizens SET government_role = ? WHERE id = ?', ['raidMinister', id]),
  },
  'an official whose office was taken by hand, of which no event tells': {
    facts: { role: 'government', governmentRole: 'secretary' },
    places: ['executives', 'government', 'admin-chat'],
    change: (_, { id }) =>
      api.nation.database.query('UPDATE citizens SET government_role = NULL, role = ? WHERE id = ?', ['citizen', id]),
  },
  'an official whose term ends when Monday’s government is seated': {
    facts: { role: 'government', governmentRole: 'secretary' },
    places: ['executives', 'government', 'admin-chat'],
    change: async () => (await anElectionToSeat(api.nation.runtime))(),
  },
  'an official who resigns': {
    facts: { role: 'government', governmentRole: 'secretary' },
    places: ['executives', 'government', 'admin-chat'],
    change: (_, __, token) => post('government/resign', token, { office: 'secretary' }),
  },
  'an administrator who becomes a citizen': {
    facts: { role: 'admin', isAdmin: true },
    places: ['admins', 'executives', 'government', 'admin-chat'],
    change: (admin, { uid }) =>
      as(api.nation.runtime, admin, (ctx) =>
        updateAdministration(ctx, { userId: uid, isAdmin: false, isModerator: false }),
      ),
  },
  'a citizen who signs out everywhere': {
    facts: {},
    places: ['citizens'],
    change: (_, __, token) => post('auth/logout-everywhere', token, {}),
  },
  'a citizen who leaves the nation': {
    facts: { handle: 'ada_leaves' },
    places: ['citizens'],
    change: (_, __, token) => post('user/delete-account', token, { confirm: 'ada_leaves' }),
  },
  'an administrator who signs out of the panel': {
    facts: { isAdmin: true },
    panel: true,
    places: ['admin-chat'],
    change: (_, __, token) => post('admin/logout', token, {}),
  },
}

const moderators: Readonly<
  Record<string, Pick<Loss, 'facts'> & { change: (admin: Citizen, it: Citizen) => Promise<unknown> }>
> = {
  'a moderator who is one no longer': {
    facts: { role: 'moderator' },
    change: (admin, { uid }) =>
      as(api.nation.runtime, admin, (ctx) =>
        updateAdministration(ctx, { userId: uid, isAdmin: false, isModerator: false }),
      ),
  },
  'a Minister of Marketing who is dismissed': {
    facts: { role: 'government', governmentRole: 'marketingMinister' },
    change: (admin, { uid }) =>
      as(api.nation.runtime, admin, (ctx) => updateMemberRole(ctx, { userId: uid, governmentRole: 'citizen' })),
  },
}

describe('Nothing that is written after the change, and nothing a second after it, is delivered to', () => {
  it.each(Object.entries(losses))('%s', async (_, { facts, panel, places, change }) => {
    const admin = await aCitizen(api.nation.database, { isSuperAdmin: true, isAdmin: true })
    const loser = await aCitizen(api.nation.database, facts)
    const [writer, writerInPanel] = [await api.tokenOf(admin), await api.panelTokenOf(admin)]
    const typist = await api.tokenOf(await aCitizen(api.nation.database, { isSuperAdmin: true }))
    const token = panel ? await api.panelTokenOf(loser) : await api.tokenOf(loser)
    await fillTheFirstTurns(writer)
    const [stream, witness] = [await listen(token), await listen(writer)]
    await underChange({ stream, witness, writer, panel: writerInPanel, typist }, places, () =>
      change(admin, loser, token),
    )
  })

  it('who blocks the sender', async () => {
    const [ada, ben] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    const [adas, bens] = [await api.tokenOf(ada), await api.tokenOf(ben)]
    const { conversationId } = await post('messenger/start-conversation', adas, { recipientId: ben.uid })
    const place = String(conversationId)
    await sayingIn(adas, place)('Hello.')
    await sayingIn(bens, place)('Hello.')
    const [stream, witness] = [await listen(bens), await listen(adas)]
    const parties = { stream, witness, writer: adas, typist: adas }
    await underChange(parties, [place], () => post('messenger/block', bens, { citizenId: ada.uid }))
  })

  it.each(Object.entries(moderators))('%s, of what is reported', async (_, { facts, change }) => {
    const { database } = api.nation
    const admin = await aCitizen(database, { isSuperAdmin: true, isAdmin: true })
    const moderator = await aCitizen(database, facts)
    const [adas, bens] = [await api.tokenOf(await aCitizen(database)), await api.tokenOf(await aCitizen(database))]
    const admins = await api.tokenOf(admin)
    await fillTheFirstTurns(admins)
    const [stream, witness] = [await listen(await api.tokenOf(moderator)), await listen(admins)]
    const reportsOf = ({ heard }: TestStream<Heard>) => heard.filter(({ kind }) => kind === 'messenger.reported').length
    const begun: number[] = []
    const report = async () => {
      const { messageId } = await sayingIn(bens, 'citizens')(`insult ${begun.length}`)
      begun.push(performance.now())
      await post('messenger/report', adas, { messageId, reason: 'It insults me.' })
      await numbered()
    }
    await report()
    await expect.poll(() => reportsOf(stream), timeLimit).toBe(1)
    let committedAt = Infinity
    const during = async () => {
      for (let n = 0; committedAt === Infinity || n < 3; n++) await report()
    }
    await Promise.all([change(admin, moderator).then(() => (committedAt = performance.now())), during()])
    await report()
    await expect.poll(() => reportsOf(witness), timeLimit).toBe(begun.length)
    // What everybody hears comes after the reports before it.
    await sayingIn(bens, 'citizens')('the end')
    await numbered()
    await expect.poll(() => textsOf(stream), timeLimit).toContain('the end')
    expect(reportsOf(stream)).toBeLessThanOrEqual(begun.filter((at) => at <= committedAt).length)
    const late = stream.heard.filter(
      ({ kind }, n) => kind === 'messenger.reported' && stream.heardAt[n]! > committedAt + lateMs,
    )
    expect(late).toEqual([])
  })

  it('whose office was taken by hand, where only typing is sent', async () => {
    const { database } = api.nation
    const holder = await aCitizen(database, { role: 'government', governmentRole: 'secretary' })
    const witnessing = await api.tokenOf(await aCitizen(database, { isSuperAdmin: true }))
    await fillTheFirstTurns(witnessing)
    const [stream, witness] = [await listen(await api.tokenOf(holder)), await listen(witnessing)]
    const typist = await api.tokenOf(await aCitizen(database, { isSuperAdmin: true }))
    const typing = new Typing(typist, ['executives', 'government'])
    for (const place of typing.places) await typing.until(stream, place, true)
    await database.query('UPDATE citizens SET government_role = NULL, role = ? WHERE id = ?', ['citizen', holder.id])
    typing.committedAt = performance.now()
    await typing.expectOver({ stream, witness })
  })
})

import { sequence } from '@nation/core/journal'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen } from '@nation/core/testing'
import { createParser } from 'eventsource-parser'
import { afterEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

/** What the machine needs at most. */
const timeLimit = { timeout: 20_000 }

const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

interface Passing {
  readonly kind: string
  readonly facts: { readonly conversation: string; readonly username: string; readonly typing: boolean }
}

/** An open stream, and the transient events that it received. */
async function listen(token: string, origin = api.origin) {
  const leave = new AbortController()
  leaving.push(() => leave.abort())
  const response = await fetch(`${origin}/api/events`, {
    signal: leave.signal,
    headers: { authorization: `Bearer ${token}` },
  })
  const passing: Passing[] = []
  const numbers: (string | undefined)[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      numbers.push(id)
      if (event === 'passing') passing.push(JSON.parse(data) as Passing)
    },
  })
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  })().catch(() => undefined)
  return { passing, numbers }
}

const post = (path: string, token: string, body: object, origin = api.origin) =>
  api.send('POST', `/api/${path}`, { token, body, origin })

async function aTalk() {
  const [ada, ben] = [
    await aCitizen(api.nation.database, { username: 'Ada' }),
    await aCitizen(api.nation.database, { username: 'Ben' }),
  ]
  const [adas, bens] = [await api.tokenOf(ada), await api.tokenOf(ben)]
  const { body } = await post('messenger/start-conversation', adas, { recipientId: ben.uid })
  const conversationId = String(body.conversationId)
  for (const [token, message] of [
    [adas, 'Hello, Ben.'],
    [bens, 'Hello, Ada.'],
  ] as const) {
    expect(await post('messenger/send-message', token, { conversationId, message })).toMatchObject({ status: 200 })
  }
  return { ada, ben, adas, bens, conversationId }
}

describe('A call of the messenger is refused', () => {
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8999'
  const refusals: Readonly<
    Record<
      string,
      (talk: Awaited<ReturnType<typeof aTalk>>) => readonly [path: string, body: object, status: number, code: string]
    >
  > = {
    'in another’s name': ({ ben, conversationId }) => [
      'messenger/send-message',
      { conversationId, message: 'Hi', senderId: ben.uid },
      403,
      'not_yourself',
    ],
    'to a group in another’s name': ({ ben }) => [
      'messenger/send-group-message',
      { groupId: 'citizens', message: 'Hi', userId: ben.uid },
      403,
      'not_yourself',
    ],
    'to a group without the right': () => [
      'messenger/send-group-message',
      { groupId: 'admins', message: 'Hi' },
      403,
      'group_forbidden',
    ],
    'to write that one is typing in such a group': () => [
      'messenger/typing',
      { conversationId: 'executives', typing: true },
      403,
      'group_forbidden',
    ],
    'in a conversation that does not exist': () => [
      'messenger/send-message',
      { conversationId: unknown, message: 'Hi' },
      404,
      'conversation_not_found',
    ],
    'to oneself': ({ ada }) => [
      'messenger/start-conversation',
      { recipientId: ada.uid },
      400,
      'conversation_with_oneself',
    ],
    'to an unknown citizen': () => ['messenger/start-conversation', { recipientId: unknown }, 404, 'citizen_not_found'],
    'to block oneself': ({ ada }) => ['messenger/block', { citizenId: ada.uid }, 400, 'block_oneself'],
    'to read further than the last message': ({ conversationId }) => [
      'messenger/mark-as-read',
      { conversationId, number: 3 },
      409,
      'read_marker_ahead',
    ],
    'to report what is not there': () => [
      'messenger/report',
      { messageId: unknown, reason: 'x' },
      404,
      'message_not_found',
    ],
    'to mute as a citizen': ({ ben }) => [
      'messenger/mute',
      { citizenId: ben.uid, hours: 1, reason: 'x' },
      403,
      'forbidden',
    ],
    'to mute for longer than a month': ({ ben }) => [
      'messenger/mute',
      { citizenId: ben.uid, hours: 721, reason: 'x' },
      403,
      'forbidden',
    ],
    'to read reports as a citizen': ({ ben }) => [
      'messenger/resolve-report',
      { reportId: ben.uid, resolution: 'x' },
      403,
      'forbidden',
    ],
  }
  it.each(Object.entries(refusals))('%s', async (_, of) => {
    const talk = await aTalk()
    const [path, body, status, code] = of(talk)
    expect(await post(path, talk.adas, body)).toMatchObject({ status, body: { code } })
  })

  it('alike for a conversation of others and for one that does not exist', async () => {
    const { conversationId } = await aTalk()
    const stranger = await api.tokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    const clientId = crypto.randomUUID()
    await post('messenger/send-group-message', stranger, { groupId: 'citizens', message: 'Aye', clientId })
    const answers = async (id: string) => {
      const read = await api.send('GET', `/api/messenger/get-messages?conversationId=${id}`, { token: stranger })
      const calls = await Promise.all([
        post('messenger/send-message', stranger, { conversationId: id, message: 'Hi' }),
        // Also under an id that is known already.
        post('messenger/send-message', stranger, { conversationId: id, message: 'Aye', clientId }),
        post('messenger/mark-as-read', stranger, { conversationId: id }),
        post('messenger/set-notice', stranger, { conversationId: id, notice: false }),
        post('messenger/typing', stranger, { conversationId: id, typing: true }),
        post('messenger/accept-request', stranger, { conversationId: id }),
      ])
      return [read, ...calls].map(({ status, body: { requestId: _, ...body } }) => ({ status, body }))
    }
    const missing = await answers(unknown)
    expect(await answers(conversationId)).toEqual(missing)
    expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]))
  })

  it('where one id of a client stands for two texts, and answered again where it stands for one', async () => {
    const { adas, conversationId } = await aTalk()
    const clientId = crypto.randomUUID()
    const send = (message: string) => post('messenger/send-message', adas, { conversationId, message, clientId })
    const first = await send('once')
    expect((await send('once')).body.messageId).toBe(first.body.messageId)
    expect(await send('twice')).toMatchObject({ status: 409, body: { code: 'message_id_reused' } })
  })

  it('not where the recipient blocks the sender: the answer is as ever, field for field', async () => {
    const { ada, ben, adas, bens, conversationId } = await aTalk()
    const body = { conversationId, message: 'Hello?' }
    const before = await post('messenger/send-message', bens, body)
    expect(await post('messenger/block', adas, { citizenId: ben.uid })).toMatchObject({ status: 200 })
    const after = await post('messenger/send-message', bens, body)
    expect(after.status).toBe(before.status)
    expect(Object.keys(after.body)).toEqual(Object.keys(before.body))
    expect(after.body.number).toBe(Number(before.body.number) + 1)
    expect(await post('messenger/start-conversation', bens, { recipientId: ada.uid })).toMatchObject({
      status: 200,
      body: { conversation: { blocked: false, status: 'open' } },
    })
  })
})

describe('A message that its sender has given an id', () => {
  it('is acknowledged again by it, also to whom the room has closed, and stores nothing under the key of its request', async () => {
    const mina = await aCitizen(api.nation.database, { role: 'government', governmentRole: 'raidMinister' })
    const token = await api.tokenOf(mina)
    const key = crypto.randomUUID()
    const send = (body: object) =>
      api.send('POST', '/api/messenger/send-group-message', {
        token,
        body: { groupId: 'government', message: 'Aye', ...body },
        headers: { 'idempotency-key': key },
      })
    const stored = async () => {
      const sql = 'SELECT COUNT(*) AS n FROM idempotency_keys WHERE caller = ?'
      const [row] = await api.nation.database.query<{ n: string }[]>(sql, [mina.uid])
      return Number(row?.n)
    }
    const clientId = crypto.randomUUID()
    const first = await send({ clientId })
    expect([first.status, await stored()]).toEqual([200, 0])
    // Another id is another message, whatever the key.
    const second = await send({ clientId: crypto.randomUUID() })
    expect(second.body.number).toBe(Number(first.body.number) + 1)
    const unnamed = await send({})
    expect([unnamed.status, await stored()]).toEqual([200, 1])
    expect((await send({})).body).toEqual(unnamed.body)

    await api.nation.database.query(`UPDATE citizens SET government_role = NULL, role = 'citizen' WHERE id = ?`, [
      mina.id,
    ])
    expect((await send({ clientId })).body).toMatchObject({
      messageId: first.body.messageId,
      number: first.body.number,
    })
    expect(await send({ clientId: crypto.randomUUID() })).toMatchObject({
      status: 403,
      body: { code: 'group_forbidden' },
    })
  })
})

describe('At the same moment', () => {
  /** Journal rows of a kind in the order in which they were written. */
  const rows = (kind: string) =>
    api.nation.database.query<{ id: string; facts: string | object }[]>(
      'SELECT id, facts FROM journal WHERE kind = ? ORDER BY id',
      [kind],
    )

  it('as a mute, what is posted is posted before it or refused: nothing comes after it', async () => {
    const other = await api.another()
    const moderator = await api.tokenOf(await aCitizen(api.nation.database, { role: 'moderator' }))
    for (let round = 0; round < 4; round++) {
      const ben = await aCitizen(api.nation.database)
      const token = await api.tokenOf(ben)
      await api.nation.database.query('DELETE FROM journal')
      const posts = Array.from({ length: 16 }, (_, n) =>
        post(
          'messenger/send-group-message',
          token,
          { groupId: 'citizens', message: `${round}.${n}` },
          n % 2 === 0 ? api.origin : other,
        ),
      )
      const muted = post('messenger/mute', moderator, { citizenId: ben.uid, hours: 1, reason: 'x' })
      const answers = await Promise.all([...posts, muted])
      const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
      expect(codes.filter((code) => code !== 'done' && code !== 'muted' && code !== 'busy')).toEqual([])
      expect(codes.at(-1)).toBe('done')
      const [mute] = await rows('messenger.muted')
      const late = (await rows('messenger.posted')).filter(({ id }) => Number(id) > Number(mute?.id))
      expect(late).toEqual([])
    }
  })

  it('as a mute that lasts longer, it is not cut short by a second moderator; a longer one counts', async () => {
    const ben = await aCitizen(api.nation.database)
    const muteFor = async (hours: number, reason: string) => {
      const moderator = await api.tokenOf(await aCitizen(api.nation.database, { role: 'moderator' }))
      return (await post('messenger/mute', moderator, { citizenId: ben.uid, hours, reason })).body.mutedUntil
    }
    const week = await muteFor(168, 'Threats.')
    expect(await muteFor(24, 'Insults.')).toBe(week)
    const said = await post('messenger/send-group-message', await api.tokenOf(ben), {
      groupId: 'citizens',
      message: 'x',
    })
    expect(JSON.stringify(said.body)).toContain('Threats.')
    expect(await muteFor(720, 'Insults.')).toBeGreaterThan(Number(week))
  })

  it('as a block, what is sent is delivered before it or withheld: nothing reaches its owner after it', async () => {
    const other = await api.another()
    for (let round = 0; round < 4; round++) {
      const { ada, ben, adas, bens, conversationId } = await aTalk()
      await api.nation.database.query('DELETE FROM journal')
      const sends = Array.from({ length: 16 }, (_, n) =>
        post(
          'messenger/send-message',
          bens,
          { conversationId, message: `${round}.${n}` },
          n % 2 === 0 ? api.origin : other,
        ),
      )
      const blocked = post('messenger/block', adas, { citizenId: ben.uid })
      const answers = await Promise.all([...sends, blocked])
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      expect(answers.at(-1)?.status).toBe(200)
      const [set] = await rows('messenger.set')
      const reachedAda = (await rows('messenger.posted-directly')).filter(
        ({ id, facts }) => Number(id) > Number(set?.id) && JSON.stringify(facts).includes(ada.uid),
      )
      expect(reachedAda).toEqual([])
      const { body } = await api.send('GET', `/api/messenger/get-messages?conversationId=${conversationId}`, {
        token: adas,
      })
      expect(body).toMatchObject({ conversation: { unreadCount: 0, blocked: true } })
    }
  })
})

describe('Who is here', () => {
  const seen = async (token: string) => {
    const { body } = await api.send('GET', '/api/messenger/get-conversations', { token })
    return (body.conversations as { otherUser: { isOnline: boolean } }[])[0]?.otherUser.isOnline
  }

  it('is who has a stream open, in any process; of a block neither sees the other', async () => {
    const { ben, adas, bens } = await aTalk()
    expect(await seen(adas)).toBe(false)
    await listen(bens, await api.another())
    await expect.poll(() => seen(adas), timeLimit).toBe(true)
    expect(await seen(bens)).toBe(false)
    await post('messenger/block', adas, { citizenId: ben.uid })
    expect(await seen(adas)).toBe(false)
    await listen(adas)
    expect(await seen(bens)).toBe(false)
    const { body } = await api.send('GET', '/api/messenger/search-users?query=ada', { token: bens })
    expect(body.users).toMatchObject([{ username: 'Ada', isOnline: false }])
    await post('messenger/unblock', adas, { citizenId: ben.uid })
    await expect.poll(() => seen(bens), timeLimit).toBe(true)
  })

  it('is asked of administrators by those who read the admin chat: who asks is here', async () => {
    const [ada, ben]: Citizen[] = [
      await aCitizen(api.nation.database, { isAdmin: true, username: 'Ada' }),
      await aCitizen(api.nation.database, { isSuperAdmin: true, username: 'Ben' }),
    ]
    await aCitizen(api.nation.database, { isAdmin: true, username: 'Elsewhere' })
    const admins = async (token: string) =>
      (await api.send('GET', '/api/admin-chat/get-online-admins', { token })).body.admins
    const [adas, bens] = [await api.tokenOf(ada as Citizen), await api.panelTokenOf(ben as Citizen)]
    expect(await admins(adas)).toEqual([{ id: ada?.uid, name: 'Ada' }])
    expect(await admins(bens)).toEqual([
      { id: ada?.uid, name: 'Ada' },
      { id: ben?.uid, name: 'Ben' },
    ])
  })

  it('and in the panel it is also those whom only its sign-in makes administrators', async () => {
    const [cy, dot] = [
      await aCitizen(api.nation.database, { username: 'Cy' }),
      await aCitizen(api.nation.database, { username: 'Dot', isAdmin: true }),
    ]
    const [panel, dots] = [await api.panelTokenOf(cy), await api.tokenOf(dot)]
    const admins = async (token: string) =>
      (await api.send('GET', '/api/admin-chat/get-online-admins', { token })).body.admins
    expect(await admins(panel)).toEqual([{ id: cy.uid, name: 'Cy' }])
    expect(await admins(dots)).toHaveLength(2)
    await api.send('POST', '/api/admin/logout', { token: panel, body: {} })
    expect(await admins(dots)).toEqual([{ id: dot.uid, name: 'Dot' }])
  })

  it('is in no table and no event', async () => {
    const { adas, conversationId } = await aTalk()
    await listen(adas)
    const rows = async () => {
      const [{ sum }] = await api.nation.database.query<[{ sum: string }]>('SELECT COUNT(*) AS sum FROM journal')
      return Number(sum)
    }
    const before = await rows()
    for (const place of [conversationId, 'citizens']) {
      expect((await post('messenger/typing', adas, { conversationId: place, typing: true })).status).toBe(200)
    }
    expect(await rows()).toBe(before)
  })
})

describe('That a citizen is typing', () => {
  it('is sent to those who may read it, in every process, and not to its author; it moves no number', async () => {
    const { adas, bens, conversationId } = await aTalk()
    while ((await sequence(api.nation.database)).numbered > 0);
    const other = await api.another()
    const stranger = await api.tokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    const streams = [await listen(adas), await listen(bens, other), await listen(stranger, other)] as const
    await post('messenger/typing', adas, { conversationId, typing: true })
    await expect
      .poll(() => streams[1].passing, timeLimit)
      .toMatchObject([
        { kind: 'messenger.typing', facts: { conversation: conversationId, username: 'Ada', typing: true } },
      ])
    await post('messenger/typing', bens, { conversationId: 'citizens', typing: true })
    for (const stream of [streams[0], streams[2]]) {
      await expect
        .poll(() => stream.passing, timeLimit)
        .toMatchObject([{ facts: { conversation: 'citizens', username: 'Ben' } }])
    }
    expect(streams[1].passing).toHaveLength(1)
    expect(new Set(streams[1].numbers).size).toBe(1)
  })
})

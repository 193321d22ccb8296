import { headChannel, sequence } from '@nation/core/journal'
import { openRedis } from '@nation/core/platform'
import { aCitizen, anUpload, testRedisUrl } from '@nation/core/testing'
import type { Citizen } from '@nation/core/citizens'
import { allCalls, type Call } from '@nation/domain/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStream, type TestStream } from '../testing/stream'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

interface Heard {
  readonly kind: string
  readonly facts: { readonly channel?: string; readonly to?: number }
}

const unknown = '01890a5d-ac96-774b-bcce-b302099a8999'
/** A word of every message that is not for the attacker. */
const secret = 'lighthouse'

/** A citizen with their token. */
interface Person {
  readonly citizen: Citizen
  readonly token: string
}

async function aPerson(facts: Partial<Citizen> = {}): Promise<Person> {
  const citizen = await aCitizen(api.nation.database, facts)
  return { citizen, token: await api.tokenOf(citizen) }
}

const call = (who: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
  api.send(method, `/api/${path}`, { token: who.token, ...(body !== undefined && { body }) })
const inPanel = async ({ citizen }: Person, path: string, body: unknown): Promise<Answer> =>
  api.send('POST', `/api/${path}`, { token: await api.panelTokenOf(citizen), body })
const post = (who: Person, path: string, body: unknown) => call(who, 'POST', `messenger/${path}`, body)
const get = (who: Person, path: string) => call(who, 'GET', `messenger/${path}`)
const idOf = ({ body }: Answer) => String(body.messageId)

/** Ada and an official talk in secret; administrators and officials among themselves. Eve, a citizen, attacks. */
interface Nation {
  readonly ada: Person
  readonly official: Person
  readonly admin: Person
  readonly eve: Person
  /** Of Ada and the official. */
  readonly secretId: string
  /** Of Eve and the official. */
  readonly ownId: string
  /** Messages that Eve may not read. */
  readonly hidden: readonly string[]
  /** Messages of others that Eve may read. */
  readonly open: readonly string[]
  readonly image: string
}

let nation: Nation
beforeEach(async () => {
  const [ada, eve] = [await aPerson({ username: 'Ada' }), await aPerson({ username: 'Eve' })]
  const official = await aPerson({ role: 'government', governmentRole: 'financeMinister' })
  const admin = await aPerson({ role: 'admin', isAdmin: true })
  const begin = async (who: Person) =>
    String((await post(who, 'start-conversation', { recipientId: official.citizen.uid })).body.conversationId)
  const secretId = await begin(ada)
  const image = await anUpload(api.nation.database, ada.citizen)
  await api.nation.database.query('UPDATE media SET width = 640, height = 480')
  const message = `Meet me at the ${secret}.`
  const hidden = [
    await post(ada, 'send-message', { conversationId: secretId, message, images: [image] }),
    await post(official, 'send-message', { conversationId: secretId, message, replyTo: 1 }),
    await post(admin, 'send-group-message', { groupId: 'admins', message }),
    await post(admin, 'send-group-message', { groupId: 'executives', message }),
    await post(official, 'send-group-message', { groupId: 'government', message }),
    await inPanel(admin, 'admin-chat/send-message', { message }),
  ].map(idOf)
  const ownId = await begin(eve)
  const open = [
    await post(ada, 'send-group-message', { groupId: 'citizens', message: 'Good morning.' }),
    await post(official, 'send-message', { conversationId: ownId, message: 'Good morning, Eve.' }),
  ].map(idOf)
  nation = { ada, official, admin, eve, secretId, ownId, hidden, open, image }
})

/** Everything of the messenger that a request could change, as the database holds it. */
async function everything(): Promise<Readonly<Record<string, unknown>>> {
  const tables = [
    'conversations',
    'conversation_readers',
    'messages',
    'message_images',
    'message_mentions',
    'message_words',
  ]
  const more = ['message_reactions', 'message_reaction_counts', 'message_reports', 'message_report_lines', 'citizen_blocks', 'citizen_mutes'] // oxfmt-ignore
  const rows = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const found = await api.nation.database.query<unknown[]>(`SELECT * FROM ${table}`)
      return [table, found.map((row) => JSON.stringify(row)).sort()] as const
    }),
  )
  return Object.fromEntries(rows)
}

type Attack = readonly [method: string, path: string, body?: unknown]

/** How each is answered, with the status and the code; none shows a secret, and none changes anything. */
async function attack(
  attacks: readonly Attack[],
  expected: (status: number, code: string) => boolean,
): Promise<number> {
  const before = await everything()
  const wrong: string[] = []
  for (const [method, path, body] of attacks) {
    const answer = await call(nation.eve, method, path, body)
    const text = JSON.stringify(answer.body)
    const code = typeof answer.body.code === 'string' ? answer.body.code : ''
    if (!expected(answer.status, code) || text.includes(secret) || answer.status >= 500) {
      wrong.push(
        `${method} ${path} ${(JSON.stringify(body) ?? '').slice(0, 200)}: ${answer.status} ${text.slice(0, 300)}`,
      )
    }
  }
  expect(wrong).toEqual([])
  expect(await everything()).toEqual(before)
  return attacks.length
}

const q = encodeURIComponent

/** Every call that takes a conversation, with that one. */
const intoConversation = (id: unknown): Attack[] => [
  ['GET', `messenger/get-messages?conversationId=${q(String(id))}`],
  ['GET', `messenger/search-messages?query=${secret}&in=${q(String(id))}`],
  ['POST', 'messenger/send-message', { conversationId: id, message: 'Hi' }],
  ['POST', 'messenger/mark-as-read', { conversationId: id }],
  ['POST', 'messenger/typing', { conversationId: id, typing: true }],
  ['POST', 'messenger/set-notice', { conversationId: id, notice: false }],
  ['POST', 'messenger/accept-request', { conversationId: id }],
]

/** Every call that takes a message, with that one. */
const atMessage = (messageId: unknown): Attack[] => [
  ['POST', 'messenger/edit-message', { messageId, message: 'Changed' }],
  ['POST', 'messenger/delete-message', { messageId }],
  ['POST', 'messenger/react', { messageId, reaction: 'heart', on: true }],
  ['POST', 'messenger/react', { messageId, reaction: 'heart', on: false }],
  ['POST', 'messenger/report', { messageId, reason: 'x' }],
]

/** What stands in no list of ids. */
const strangeIds: readonly unknown[] = [
  '',
  ' ',
  'admin-chat',
  'CITIZENS',
  'citizens.',
  'citizens\u0000',
  '__proto__',
  "' OR 1=1 -- ",
  '../citizens',
  '%00',
  'x'.repeat(10_000),
  '01890a5d-ac96-774b-bcce-b302099a8999\n',
  0,
  -1,
  1e99,
  true,
  null,
  ['citizens', 'admins'],
  { $ne: null },
]

describe('An attacker', () => {
  it('finds conversations and messages of others missing, whatever call they are asked by', async () => {
    const { secretId, hidden } = nation
    const missing = [secretId, unknown].flatMap(intoConversation)
    expect(await attack(missing, (status) => status === 404)).toBe(14)
    const messages = [...hidden, unknown].flatMap(atMessage)
    expect(await attack(messages, (status, code) => status === 404 && code === 'message_not_found')).toBe(35)
    const groups = ['admins', 'executives', 'government'].flatMap((id): Attack[] => [
      ['GET', `messenger/get-group-messages?groupId=${id}`],
      ['GET', `messenger/get-group-messages?groupId=${id}&after=0&limit=100`],
      ['POST', 'messenger/send-group-message', { groupId: id, message: 'Hi' }],
      ...intoConversation(id).filter(([, path]) => !/get-messages|send-message|accept/.test(path)),
    ])
    const rooms: Attack[] = [
      ...groups,
      ['GET', 'government-chat/get-messages'],
      ['GET', 'admin-chat/get-messages'],
      ['GET', 'admin-chat/get-online-admins'],
      ['POST', 'admin-chat/send-message', { message: 'Hi' }],
      ['GET', 'messenger/get-reports'],
      ['GET', 'messenger/get-reports?status=resolved'],
      ['GET', 'messenger/get-mutes'],
      ['POST', 'messenger/resolve-report', { reportId: unknown, resolution: 'x' }],
      ['POST', 'messenger/mute', { citizenId: nation.ada.citizen.uid, hours: 1, reason: 'x' }],
      ['POST', 'messenger/unmute', { citizenId: nation.eve.citizen.uid }],
    ]
    expect(await attack(rooms, (status) => status === 403)).toBe(31)
  })

  it('changes nothing of what others said, and reads nothing by it', async () => {
    const theirs = nation.open.flatMap((id) => atMessage(id).slice(0, 2))
    expect(await attack(theirs, (status, code) => status === 403 && code === 'message_not_yours')).toBe(4)
    const own = idOf(await post(nation.eve, 'send-group-message', { groupId: 'citizens', message: 'Mine.' }))
    const odd: Attack[] = [
      ['POST', 'messenger/report', { messageId: own, reason: 'x' }],
      ['POST', 'messenger/report', { messageId: nation.open[0], reason: '' }],
      ['POST', 'messenger/report', { messageId: nation.open[0], reason: 'x'.repeat(301) }],
      ['POST', 'messenger/block', { citizenId: nation.eve.citizen.uid }],
      ['POST', 'messenger/block', { citizenId: unknown }],
      ['POST', 'messenger/unblock', { citizenId: unknown }],
      ...['', 'skull', '__proto__', 'constructor', 'HEART', '❤️', 1, null, ['heart']].map((reaction): Attack => [
        'POST',
        'messenger/react',
        { messageId: own, reaction, on: true },
      ]),
      ['POST', 'messenger/react', { messageId: own, reaction: 'heart', on: 'yes' }],
      ...[0, -1, 1.5, '1', 99, 2 ** 53].map((replyTo): Attack => [
        'POST',
        'messenger/send-group-message',
        { groupId: 'citizens', message: 'Hi', replyTo },
      ]),
      ...[0, -1, 1.5, '1', 99, 2 ** 53, null].map((number): Attack => [
        'POST',
        'messenger/mark-as-read',
        { conversationId: 'citizens', number },
      ]),
      ...[-1, 1.5, '1', null, 2 ** 53].map((readNumber): Attack => [
        'POST',
        'messenger/send-group-message',
        { groupId: 'citizens', message: 'Hi', readNumber },
      ]),
    ]
    expect(await attack(odd, (status) => status >= 400)).toBe(34)
  })

  it('acts in no other citizen’s name, at any call that takes an id of its caller', async () => {
    const ofMessenger = (allCalls as readonly Call[]).filter(({ id }) =>
      /^(messenger|admin-chat|government-chat)\./.test(id),
    )
    const forged = ofMessenger.flatMap(({ id, method, example, input }) => {
      const fields = Object.keys((input as unknown as { shape: object }).shape)
      const actor = fields.find((field) => /^(userId|senderId|currentUserId)$/.test(field))
      if (actor === undefined) return []
      const body: Record<string, unknown> = { ...(example as object), [actor]: nation.ada.citizen.uid }
      const path = id.replace('.', '/')
      const query = new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return [method === 'GET' ? (['GET', `${path}?${query.toString()}`] as const) : (['POST', path, body] as const)]
    })
    expect(forged).toHaveLength(ofMessenger.length)
    await attack(forged, (status, code) => status === 403 && /^(not_yourself|forbidden|panel_only)$/.test(code))
    await attack(
      [
        [
          'POST',
          'messenger?action=send-group-message&userId=' + nation.ada.citizen.uid,
          { groupId: 'citizens', message: '', userId: nation.ada.citizen.uid },
        ],
        ['GET', 'messenger/send-group-message?groupId=citizens&message=Hi'],
        ['POST', 'messenger/get-messages', { conversationId: nation.secretId }],
        ['PUT', 'messenger/send-group-message', { groupId: 'citizens', message: 'Hi' }],
        ['DELETE', 'messenger/delete-message', { messageId: nation.open[0] }],
        ['POST', 'messenger?action=get-everything', {}],
        ['POST', 'messenger?action=__proto__', {}],
        ['POST', 'messenger?action=constructor', {}],
      ],
      (status) => status >= 400,
    )
    const claims = { senderName: 'Ada', senderRole: 'president', message: 'I am who I am.' }
    expect(await inPanel(nation.admin, 'admin-chat/send-message', claims)).toMatchObject({ status: 200 })
    const { body } = await call(nation.admin, 'GET', 'admin-chat/get-messages')
    expect((body.messages as { senderName: string; senderRole: string }[]).at(-1)).toMatchObject({
      senderName: nation.admin.citizen.username,
      senderRole: 'admin',
    })
  })

  it('finds nothing by ids, places and lists that are none', async () => {
    const strange = strangeIds.flatMap((id) => [...intoConversation(id), ...atMessage(id)])
    expect(await attack(strange, (status) => status === 400 || status === 404)).toBe(strangeIds.length * 12)
    const cursors = ['x', '', '=', 'W10', 'bnVsbA', cursor([1]), cursor([1, 2, 3, 4]), cursor(['1 OR 1=1', 2, 3]), cursor([-1, 0, 0]), cursor([{}, [], null]), 'x'.repeat(201)] // oxfmt-ignore
    const pages: Attack[] = [
      ...cursors.flatMap((text): Attack[] => [
        ['GET', `messenger/get-conversations?cursor=${q(text)}`],
        ['GET', `messenger/search-messages?query=a&cursor=${q(text)}`],
      ]),
      ...[
        '-1',
        '1.5',
        '1e99',
        'NaN',
        '0x10',
        '1;DROP TABLE messages',
        '1 OR 1=1',
        ' ',
        '1&limit=2',
        '9007199254740993',
      ].flatMap((value): Attack[] =>
        ['before', 'after', 'limit'].map((field): Attack => [
          'GET',
          `messenger/get-messages?conversationId=${nation.ownId}&${field}=${value.includes('&') ? value.replace('limit', field) : q(value)}`,
        ]),
      ),
      ['GET', `messenger/get-messages?conversationId=${nation.ownId}&limit=0`],
      ['GET', `messenger/get-messages?conversationId=${nation.ownId}&limit=101`],
      ['GET', `messenger/get-messages?conversationId=${nation.ownId}&conversationId=${nation.secretId}`],
      ['GET', `messenger/get-messages?conversationId[]=${nation.secretId}`],
      ['GET', 'messenger/search-messages'],
      ['GET', 'messenger/search-messages?query='],
      ['GET', `messenger/search-messages?query=${'x'.repeat(101)}`],
      ['GET', 'messenger/search-messages?query=%00'],
      ['GET', 'messenger/search-users?query=%00'],
    ]
    await attack(pages, (status) => status === 400)
  })

  it('finds by search and by pages beyond the end nothing of others', async () => {
    const searches = [secret, 'Meet', '%', '_', '*', "' OR 1=1 -- ", '\\', 'l%', 'a'.repeat(100), 'ＬＩＧＨＴＨＯＵＳＥ', 'lighthóuse'] // oxfmt-ignore
    const far: Attack[] = [
      ...searches.map((text): Attack => ['GET', `messenger/search-messages?query=${q(text)}`]),
      // Cursors of another's search and list: rooms and rows are one's own, whatever they say.
      ...[
        cursor([0, 1, 1]),
        cursor([4, 1, 9_999_999]),
        cursor(['99999999999999999999', '99999999999999999999', '99999999999999999999']),
      ].map(
        // oxfmt-ignore
        (text): Attack => ['GET', `messenger/search-messages?query=${secret}&cursor=${text}`],
      ),
      ...[cursor([9_999_999_999_999, 1]), cursor(['99999999999999999999', '99999999999999999999'])].map(
        (text): Attack => ['GET', `messenger/get-conversations?cursor=${text}`],
      ),
      ...[
        'before=1',
        'after=1',
        'after=9007199254740991',
        'before=9007199254740991',
        'before=1&after=0',
        'before=1&after=9007199254740991',
      ].map((page): Attack => ['GET', `messenger/get-messages?conversationId=${nation.ownId}&${page}`]),
      ['GET', 'messenger/get-groups'],
      ['GET', 'messenger/get-conversations?limit=200'],
      ['GET', 'messenger/search-users?query=%25'],
      ['GET', 'messenger/search-users?query=_'],
    ]
    await attack(far, (status) => status === 200)
  })

  it('sends no image of another, and nothing that is no upload', async () => {
    const { image } = nation
    const images: readonly unknown[] = [
      [image],
      [image.replace('.', '%2e')],
      [`${image}?x`],
      [`https://evil.example${image}`],
      ['//evil.example/media/uploads/a.png'],
      ['/media/uploads/../uploads/a.png'],
      ['/media/uploads/a.svg'],
      ['/media/uploads/none.png'],
      ['data:image/png;base64,AAAA'],
      ['javascript:alert(1)'],
      [null],
      [{ url: image }],
      image,
      Array<string>(5).fill(image),
      Array<string>(1_000).fill('/media/uploads/a.png'),
    ]
    const sending = images.map((those): Attack => [
      'POST',
      'messenger/send-message',
      { conversationId: nation.ownId, message: 'Look', images: those },
    ])
    await attack(sending, (status) => status === 400 || status === 403)
  })

  it('takes no message of another by its client’s id, and sends none twice', async () => {
    const clientId = crypto.randomUUID()
    const groupId = 'citizens'
    const [sent] = [await post(nation.ada, 'send-group-message', { groupId, message: 'Hello', clientId })]
    const copied = await post(nation.eve, 'send-group-message', { groupId, message: 'Hello', clientId })
    expect(copied.status).toBe(200)
    expect(copied.body.messageId).not.toBe(sent.body.messageId)
    const { ownId: conversationId } = nation
    await attack(
      [
        ['POST', 'messenger/send-group-message', { groupId, message: 'Other', clientId }],
        ['POST', 'messenger/send-group-message', { groupId, message: 'Hello', clientId, replyTo: 1 }],
        ['POST', 'messenger/send-message', { conversationId, message: 'Hello', clientId }],
        ...[clientId.toUpperCase(), 'x', '', 1, null, `${clientId} `, [clientId]].map((id): Attack => [
          'POST',
          'messenger/send-group-message',
          { groupId, message: 'Hello', clientId: id },
        ]),
      ],
      (status) => status === 400 || status === 409,
    )
  })

  it('breaks nothing by bodies that are none, too large, too deep or of other kinds', async () => {
    const path = 'messenger/send-group-message'
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const bodies: readonly unknown[] = [
      '',
      'null',
      '[]',
      '"citizens"',
      '1',
      '{',
      '{"groupId":"citizens","message":"Hi"',
      '{"groupId":"citizens","message":"Hi"}{"groupId":"citizens","message":"Hi"}',
      deep,
      JSON.stringify({ groupId: 'citizens', message: 'x'.repeat(200_000) }),
      JSON.stringify({ groupId: 'citizens', message: 'x'.repeat(8_001) }),
      JSON.stringify({ groupId: 'citizens', message: 'Hi', more: 1 }),
      '{"groupId":"citizens","message":"Hi","__proto__":{"isAdmin":true}}',
      '{"groupId":"citizens","message":"Hi","constructor":{"prototype":{}}}',
      ...[1, true, null, [], {}, ['Hi']].map((message) => ({ groupId: 'citizens', message })),
      ...['admins\u0000', 'citizens,admins', ['admins'], { id: 'citizens' }].map((groupId) => ({
        groupId,
        message: 'Hi',
      })),
      ...[
        '\u200B',
        '\u2060\u180E',
        '\uFEFF',
        '\u0000',
        '\u202E',
        '\u00A0',
        '\u3164',
        '\uD83D',
        '\u{E0041}\u{E0042}',
      ].map((message) => ({ groupId: 'citizens', message })),
    ]
    await attack(
      bodies.map((body): Attack => ['POST', path, body]),
      (status) => [400, 403, 413, 415].includes(status),
    )
    const html = '<img src=x onerror=alert(1)>\u202Eevil\u200B'
    const { body } = await post(nation.eve, 'send-group-message', { groupId: 'citizens', message: html })
    const read = await get(nation.ada, `get-group-messages?groupId=citizens&after=${Number(body.number) - 1}`)
    // The words are words: no character of them is unseen, and nothing is markup to the nation.
    expect((read.body.messages as { message: string }[])[0]?.message).toMatch(/^<img src=x onerror=alert\(1\)>\S*evil$/)
    expect(JSON.stringify(read.body)).not.toMatch(/\u202E|\u200B/)
  })

  it('hears nothing of others by a forged place of the event stream', async () => {
    const places = ['0', '1', '-1', '1.5', '99999999999999999999', 'abc', "' OR 1=1 -- ", '', '0,1', '__proto__', '9007199254740991', 'NaN', '1e3'] // oxfmt-ignore
    const streams: TestStream<Heard>[] = []
    for (const place of places) {
      streams.push(await openStream<Heard>(api.origin, nation.eve.token, place as unknown as number))
    }
    for (const place of ['-1', '1.5', 'x', '1e99', '99999999999999999999']) {
      const answer = await api.send('GET', `/api/events?after=${q(place)}`, { token: nation.eve.token })
      expect([place, answer.status]).toEqual([place, 400])
    }
    const message = `The ${secret} again.`
    await post(nation.ada, 'send-message', { conversationId: nation.secretId, message })
    await post(nation.admin, 'send-group-message', { groupId: 'admins', message })
    await inPanel(nation.admin, 'admin-chat/send-message', { message })
    const { body } = await post(nation.ada, 'send-group-message', { groupId: 'citizens', message: 'To all.' })
    const redis = openRedis(testRedisUrl())
    while ((await sequence(api.nation.database)).numbered > 0);
    await redis.publish(headChannel, '')
    redis.disconnect()
    // What was said in secret came before it, if it came at all.
    const isMark = ({ kind, facts }: Heard) => kind === 'messenger.posted' && facts.channel === 'citizens' && facts.to === body.number // oxfmt-ignore
    for (const [index, { heard }] of streams.entries()) {
      await expect.poll(() => heard.some(isMark), { timeout: 20_000, message: places[index]! }).toBe(true)
    }
    for (const stream of streams) stream.leave()
    await Promise.all(streams.map(({ over }) => over))
    for (const [index, { heard, passed }] of streams.entries()) {
      const text = JSON.stringify([heard, passed])
      expect([places[index], text.includes(secret), text.includes(nation.secretId)]).toEqual([
        places[index],
        false,
        false,
      ])
    }
  })
})

const cursor = (values: readonly unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** A machine that has much to do may refuse a message for now; no other refusal is right. */
const refusals = ['message_request_waits', 'busy']

describe('At the same moment', () => {
  it('fifty first messages to a stranger are one request, through two processes', async () => {
    const { ada, eve } = nation
    const other = await api.another()
    const origins = [api.origin, other]
    const started = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.send('POST', '/api/messenger/start-conversation', {
          token: eve.token,
          body: { recipientId: ada.citizen.uid },
          origin: origins[n % 2]!,
        }),
      ),
    )
    const ids = new Set(started.map(({ body }) => body.conversationId))
    expect([...new Set(started.map(({ status }) => status)), ids.size]).toEqual([200, 1])
    const conversationId = String([...ids][0])
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        api.send('POST', '/api/messenger/send-message', {
          token: eve.token,
          body: { conversationId, message: `Hello ${n}` },
          origin: origins[n % 2]!,
        }),
      ),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of sent) if (status !== 200) expect(refusals).toContain(body.code)
    const { body } = await get(ada, `get-messages?conversationId=${conversationId}`)
    expect(body.messages).toHaveLength(1)
    expect(body).toMatchObject({ lastNumber: 1, conversation: { status: 'request', unreadCount: 1 } })
  })

  it('edits and deletions leave a message without text, and no search finds it', async () => {
    const { eve, ada } = nation
    const messageId = idOf(await post(eve, 'send-group-message', { groupId: 'citizens', message: 'Harbour 0' }))
    const changes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 6 === 5
          ? post(eve, 'delete-message', { messageId })
          : post(eve, 'edit-message', { messageId, message: `Harbour ${n}` }),
      ),
    )
    for (const { status, body } of changes) expect([200, 'message_deleted']).toContain(status === 200 ? 200 : body.code)
    const { body } = await get(ada, 'get-group-messages?groupId=citizens')
    expect((body.messages as { id: string; message: string }[]).find(({ id }) => id === messageId)?.message).toBe('')
    expect((await get(eve, 'search-messages?query=harbour')).body.results).toEqual([])
  })

  it('reactions, markers and notices of one citizen end in one row each', async () => {
    const { eve, open } = nation
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0
          ? post(eve, 'react', { messageId: open[0], reaction: 'heart', on: true })
          : post(eve, 'mark-as-read', { conversationId: 'citizens', number: 1 }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await get(eve, 'get-group-messages?groupId=citizens')
    expect((body.messages as { reactions: unknown }[])[0]?.reactions).toEqual([
      { reaction: 'heart', count: 1, mine: true },
    ])
    expect(body.readNumber).toBe(1)
  })

  it('blocks and messages end in a block behind which nothing is shown', async () => {
    const { ada, official, secretId } = nation
    const both = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n === 7
          ? post(ada, 'block', { citizenId: official.citizen.uid })
          : post(official, 'send-message', { conversationId: secretId, message: `Word ${n}` }),
      ),
    )
    expect(both[7]?.status).toBe(200)
    for (const { status, body } of both) if (status !== 200) expect(body.code).toBe('busy')
    const after = await post(official, 'send-message', { conversationId: secretId, message: 'Behind it' })
    const { body } = await get(ada, `get-messages?conversationId=${secretId}`)
    const texts = (body.messages as { number: number; message: string }[]).filter(({ message }) => message !== '')
    const shown = texts.map(({ number }) => number)
    expect(shown).toEqual(shown.map((_, index) => index + 1))
    expect(Number(after.body.number)).toBeGreaterThan(shown.length)
    expect(JSON.stringify(body)).not.toContain('Behind it')
    expect((await get(ada, 'search-messages?query=behind')).body.results).toEqual([])
    expect(JSON.stringify((await get(ada, 'get-conversations')).body)).not.toContain('Behind it')
  })
})

import type { CallInput } from '@nation/domain/contract'
import { messageLimits } from '@nation/domain/messenger'
import { describe, expect, it } from 'vitest'
import { PanelAccount, PanelSession } from '../admin/panel.entity'
import type { Citizen } from '../citizens/citizen.entity'
import { newPublicId, runBatch, read, type CitizenContext, type SignedIn } from '../platform'
import { aCitizen, as, signedIn, useTestNation } from '../testing'
import {
  acceptRequest,
  adminPosts,
  deleteMessage,
  directPosts,
  editMessage,
  getAdminMessages,
  getConversations,
  getGroupMessages,
  getGroups,
  getMessages,
  markAsRead,
  postToGroup,
  searchUsers,
  startConversation,
} from '.'

const nation = useTestNation()

type GroupPost = Partial<CallInput<'messenger.send-group-message'>>
const none = { clientId: undefined, replyTo: undefined }
const pages = { before: undefined, after: undefined, limit: 50 }

const reading = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) =>
  read(nation.runtime, signedIn(who), (ctx) => service(ctx as CitizenContext))
const say = (who: Citizen, message: string, post: GroupPost = {}) =>
  as(nation.runtime, who, async (ctx) => {
    const input = { groupId: 'citizens' as const, message, ...none, ...post }
    const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const sayTo = (who: Citizen, conversationId: string, message: string, clientId?: string) =>
  as(nation.runtime, who, async (ctx) => {
    const input = { conversationId, message, ...none, clientId }
    const [outcome] = await runBatch(ctx, directPosts, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const start = async (who: Citizen, other: Citizen) =>
  (await as(nation.runtime, who, (ctx) => startConversation(ctx, { recipientId: other.uid }))).conversation
const groups = async (who: Citizen) => (await reading(who, getGroups)).groups
const conversations = async (who: Citizen) =>
  (await reading(who, (ctx) => getConversations(ctx, { cursor: undefined, limit: 50 }))).conversations
const page = (who: Citizen, input: Partial<CallInput<'messenger.get-group-messages'>> = {}) =>
  reading(who, (ctx) => getGroupMessages(ctx, { groupId: 'citizens', ...pages, ...input }))
const told = () =>
  nation.database.query<{ kind: string; visibility: string }[]>('SELECT kind, visibility FROM journal ORDER BY id')
const later = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))

describe('A group', () => {
  it('numbers its messages from 1 without holes, and tells who said what when', async () => {
    const ada = await aCitizen(nation.database, { username: 'Ada', governmentRole: 'president' })
    const ben = await aCitizen(nation.database, { username: 'Ben' })
    await say(ada, 'Good morning, nation.')
    await say(ben, 'Good morning, Ada.', { replyTo: 1 })
    const { messages, lastNumber, hasOlder, hasNewer } = await page(ben)
    expect({ lastNumber, hasOlder, hasNewer }).toEqual({ lastNumber: 2, hasOlder: false, hasNewer: false })
    expect(messages).toMatchObject([
      { number: 1, senderId: ada.uid, sender: { username: 'Ada', governmentRole: 'president', isAdmin: false } },
      { number: 2, message: 'Good morning, Ada.', replyTo: { number: 1, senderName: 'Ada' } },
    ])
    expect(messages[1]?.timestamp).toBe(nation.clock.now().getTime())
  })

  it('is read by pages in both directions', async () => {
    const ada = await aCitizen(nation.database)
    for (let n = 1; n <= 7; n++) await say(ada, `m${n}`)
    const numbers = async (input: object) => (await page(ada, { limit: 3, ...input })).messages.map((one) => one.number)
    expect(await numbers({})).toEqual([5, 6, 7])
    expect(await numbers({ before: 5 })).toEqual([2, 3, 4])
    expect(await numbers({ before: 2 })).toEqual([1])
    expect(await numbers({ after: 0 })).toEqual([1, 2, 3])
    expect(await numbers({ after: 5 })).toEqual([6, 7])
    expect(await numbers({ after: 7 })).toEqual([])
    expect(await page(ada, { after: 1_000_000_000 })).toMatchObject({ messages: [], lastNumber: 7, hasNewer: false })
    expect(await page(ada, { limit: 3, before: 5 })).toMatchObject({ hasOlder: true, hasNewer: true })
    expect(await page(ada, { limit: 3, after: 0 })).toMatchObject({ hasOlder: false, hasNewer: true })
  })

  it('says to each of many who read at once up to where they have read there', async () => {
    const ada = await aCitizen(nation.database, { governmentRole: 'president' })
    const [ben, cem] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    for (let n = 1; n <= 3; n++) await say(ada, `m${n}`)
    await say(ada, 'Among officials', { groupId: 'government' })
    await as(nation.runtime, ben, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number: 2 }))
    const asked = [
      page(ada),
      page(ben),
      page(cem),
      page(ada, { groupId: 'government' }),
      page(ada, { groupId: 'executives' }),
      page(ben),
    ]
    const refused = page(ben, { groupId: 'government' })
    await expect(refused).rejects.toMatchObject({ code: 'group_forbidden' })
    expect((await Promise.all(asked)).map(({ lastNumber, readNumber }) => [lastNumber, readNumber])).toEqual([
      [3, 3],
      [3, 2],
      [3, 0],
      [1, 1],
      [0, 0],
      [3, 2],
    ])
  })

  it.each([
    ['citizens', {}, [], ['citizens']],
    ['a minister', { governmentRole: 'financeMinister' }, [], ['citizens', 'government']],
    ['the secretary', { governmentRole: 'secretary' }, [], ['citizens', 'executives', 'government']],
    ['an administrator', { isAdmin: true }, [], ['citizens', 'admins', 'executives', 'government']],
  ] as const)('is open to those whom it is for: %s', async (_, facts, __, open) => {
    const who = await aCitizen(nation.database, facts)
    expect((await groups(who)).map(({ id }) => id)).toEqual(open)
    for (const groupId of ['citizens', 'admins', 'executives', 'government'] as const) {
      const isOpen = (open as readonly string[]).includes(groupId)
      const outcome = await say(who, 'Hello', { groupId }).catch((error: { code: string }) => error.code)
      const seen = await page(who, { groupId }).catch((error: { code: string }) => error.code)
      expect([typeof outcome, typeof seen]).toEqual(isOpen ? ['object', 'object'] : ['string', 'string'])
      if (!isOpen) expect([outcome, seen]).toEqual(['group_forbidden', 'group_forbidden'])
    }
  })

  it('tells those who may read it, and a text is in no event', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    for (const groupId of ['citizens', 'admins', 'executives', 'government'] as const) {
      await say(admin, 'a secret text', { groupId })
    }
    const posted = (await told()).filter(({ kind }) => kind === 'messenger.posted')
    expect(posted.map(({ visibility }) => visibility)).toEqual(['citizens', 'admins', 'executives', 'officials'])
    const [{ found }] = await nation.database.query<[{ found: string }]>(
      `SELECT COUNT(*) AS found FROM journal WHERE CAST(facts AS CHAR) LIKE '%secret%'`,
    )
    expect(Number(found)).toBe(0)
  })

  it('sends a message once, whatever is repeated; another one under the same id is refused', async () => {
    const ada = await aCitizen(nation.database)
    const clientId = '01890a5d-ac96-774b-bcce-b302099a8099'
    const first = await say(ada, 'Once', { clientId })
    expect(await say(ada, 'Once', { clientId })).toEqual(first)
    await expect(say(ada, 'Twice', { clientId })).rejects.toMatchObject({ code: 'message_id_reused' })
    const answer = { clientId: '01890a5d-ac96-774b-bcce-b302099a8098', replyTo: 1 }
    await expect(say(ada, 'Once', { ...answer, clientId })).rejects.toMatchObject({ code: 'message_id_reused' })
    await expect(say(ada, 'Answer', { replyTo: 2 })).rejects.toMatchObject({ code: 'message_not_found' })
    expect((await page(ada)).lastNumber).toBe(1)
    // The same id of another citizen is another message.
    await say(await aCitizen(nation.database), 'Once', { clientId })
    expect((await page(ada)).lastNumber).toBe(2)
  })
})

describe('What is unread', () => {
  it('is the last number less the marker, which never goes back', async () => {
    const ada = await aCitizen(nation.database)
    const ben = await aCitizen(nation.database)
    for (let n = 1; n <= 3; n++) await say(ada, `m${n}`)
    const unread = async (who: Citizen) => (await groups(who))[0]?.unreadCount
    expect([await unread(ada), await unread(ben)]).toEqual([0, 3])
    const mark = (number?: number) =>
      as(nation.runtime, ben, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number }))
    expect(await mark(2)).toMatchObject({ readNumber: 2, unreadCount: 1 })
    expect(await mark(1)).toMatchObject({ readNumber: 2, unreadCount: 1 })
    await expect(mark(4)).rejects.toMatchObject({ code: 'read_marker_ahead' })
    expect(await mark()).toMatchObject({ readNumber: 3, unreadCount: 0 })
    const events = (await told()).filter(({ kind }) => kind === 'messenger.read')
    expect(events.map(({ visibility }) => visibility)).toEqual([`citizen:${ben.uid}`, `citizen:${ben.uid}`])
  })

  it('begins, for newcomers, when they join', async () => {
    const ada = await aCitizen(nation.database)
    await say(ada, 'Before')
    later(1000)
    const ben = await aCitizen(nation.database, { joinedAt: nation.clock.now() })
    expect((await groups(ben))[0]).toMatchObject({ unreadCount: 0, lastNumber: 1 })
    later(1000)
    await say(ada, 'After')
    expect((await groups(ben))[0]).toMatchObject({ unreadCount: 1, lastMessage: 'After', memberCount: 2 })
    const mark = (who: Citizen, number: number) =>
      as(nation.runtime, who, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number }))
    const cleo = await aCitizen(nation.database, { joinedAt: new Date(nation.clock.now().getTime() + 1) })
    expect((await groups(cleo))[0]).toMatchObject({ readNumber: 2 })
    expect(await mark(cleo, 1)).toMatchObject({ readNumber: 2, unreadCount: 0 })
    expect((await groups(cleo))[0]).toMatchObject({ readNumber: 2, unreadCount: 0 })
  })
})

describe('A direct conversation', () => {
  it('is one for two, whichever of them begins, and appears in the lists when something was said', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database, { isAdmin: true })]
    const made = await start(ada, ben)
    expect((await start(ben, ada)).id).toBe(made.id)
    expect([await conversations(ada), await conversations(ben)]).toEqual([[], []])
    await sayTo(ada, made.id, 'Hello Ben')
    expect(await conversations(ben)).toMatchObject([
      { id: made.id, unreadCount: 1, lastMessage: 'Hello Ben', status: 'open', otherUser: { id: ada.uid } },
    ])
    expect(await conversations(ada)).toMatchObject([{ unreadCount: 0, otherUser: { id: ben.uid, isSupport: true } }])
    expect((await told()).at(-1)).toEqual({ kind: 'messenger.posted-directly', visibility: 'listed' })
  })

  it('that a stranger begins waits after one message, until it is accepted or answered', async () => {
    const [ada, ben, cleo] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database),
    ]
    const made = await start(ada, ben)
    expect(made.status).toBe('waiting')
    await sayTo(ada, made.id, 'May I ask you something?')
    await expect(sayTo(ada, made.id, 'Please')).rejects.toMatchObject({ code: 'message_request_waits' })
    expect(await conversations(ben)).toMatchObject([{ status: 'request' }])
    await sayTo(ben, made.id, 'Of course')
    await sayTo(ada, made.id, 'Thank you')
    expect(await conversations(ada)).toMatchObject([{ status: 'open', lastNumber: 3 }])

    const other = await start(ada, cleo)
    await sayTo(ada, other.id, 'Hello Cleo')
    const accept = (who: Citizen) => as(nation.runtime, who, (ctx) => acceptRequest(ctx, { conversationId: other.id }))
    expect((await accept(ada)).conversation.status).toBe('waiting')
    expect((await accept(cleo)).conversation.status).toBe('open')
    await sayTo(ada, other.id, 'Thank you')
  })

  describe('with strangers waits for an answer', () => {
    const strangers = (count: number) => Promise.all(Array.from({ length: count }, () => aCitizen(nation.database)))
    const full = { code: 'requests_full' }
    /** Ada, whose requests are as many as there may be, and those whom she asked. */
    const asked = async () => {
      const [ada, others] = [await aCitizen(nation.database), await strangers(messageLimits.openRequests)]
      const made = []
      for (const other of others) {
        const { id } = await start(ada, other)
        await sayTo(ada, id, 'May I ask you something?')
        made.push({ other, id })
      }
      return { ada, made, eve: await aCitizen(nation.database) }
    }

    it('in twenty at a time, until one is answered, accepted, or a month old', async () => {
      const { ada, made, eve } = await asked()
      await expect(start(ada, eve)).rejects.toMatchObject(full)
      // What exists is opened as before, and others may write to her.
      expect((await start(ada, made[3]!.other)).id).toBe(made[3]!.id)
      await start((await strangers(1))[0]!, ada)
      await sayTo(made[0]!.other, made[0]!.id, 'Of course')
      await sayTo(ada, (await start(ada, eve)).id, 'May I?')
      const [zoe, yan] = await strangers(2)
      await expect(start(ada, zoe!)).rejects.toMatchObject(full)
      await nation.database.query('UPDATE conversations SET created_at = ? WHERE uid = ?', [
        new Date(nation.clock.now().getTime() - messageLimits.requestMs),
        made[1]!.id,
      ])
      await sayTo(ada, (await start(ada, zoe!)).id, 'May I?')
      await expect(start(ada, yan!)).rejects.toMatchObject(full)
    })

    it('and not with officials and administrators, nor for them', async () => {
      const { ada } = await asked()
      const official = await aCitizen(nation.database, { role: 'government', governmentRole: 'raidMinister' })
      const admin = await aCitizen(nation.database, { isAdmin: true })
      for (const other of [official, admin]) expect((await start(ada, other)).status).toBe('open')
      await nation.database.query('UPDATE citizens SET is_admin = TRUE WHERE id = ?', [ada.id])
      const asAdmin = Object.assign(ada, { isAdmin: true })
      expect((await start(asAdmin, (await strangers(1))[0]!)).status).toBe('open')
    })

    it('and one in which nothing was said gives way to another', async () => {
      const [ada, others] = [await aCitizen(nation.database), await strangers(messageLimits.openRequests + 1)]
      const made = []
      for (const other of others.slice(0, -1)) made.push(await start(ada, other))
      await expect(start(ada, others.at(-1)!)).rejects.toMatchObject(full)
      nation.clock.set(new Date(nation.clock.now().getTime() + messageLimits.unsaidMs))
      made.push(await start(ada, others.at(-1)!))
      const [first, second] = made
      await expect(sayTo(ada, first!.id, 'Hello')).rejects.toMatchObject({ code: 'conversation_not_found' })
      await sayTo(ada, second!.id, 'Hello')
      await sayTo(ada, made.at(-1)!.id, 'Hello')
      expect(await conversations(others.at(-1)!)).toMatchObject([{ status: 'request', lastMessage: 'Hello' }])
      expect(await conversations(others[0]!)).toEqual([])
      const rows: { n: string }[] = await nation.database.query(
        'SELECT COUNT(*) AS n FROM conversations WHERE started_by = ?',
        [ada.id],
      )
      expect(Number(rows[0]?.n)).toBe(messageLimits.openRequests)
    })
  })

  it('looks to third citizens as if it were not there', async () => {
    const [ada, ben, eve] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { isAdmin: true }),
    ]
    const { id } = await start(ada, ben)
    const { messageId } = await sayTo(ada, id, 'Between us')
    const missing = { code: 'conversation_not_found' }
    await expect(sayTo(eve, id, 'I am here')).rejects.toMatchObject(missing)
    await expect(reading(eve, (ctx) => getMessages(ctx, { conversationId: id, ...pages }))).rejects.toMatchObject(
      missing,
    )
    const mark = as(nation.runtime, eve, (ctx) => markAsRead(ctx, { conversationId: id, number: undefined }))
    await expect(mark).rejects.toMatchObject(missing)
    const remove = as(nation.runtime, eve, (ctx) => deleteMessage(ctx, { messageId }))
    await expect(remove).rejects.toMatchObject({ code: 'message_not_found' })
  })

  it.each([
    ['oneself', 'conversation_with_oneself'],
    ['nobody', 'citizen_not_found'],
    ['a former citizen', 'citizen_not_found'],
  ])('is not begun with %s', async (whom, code) => {
    const ada = await aCitizen(nation.database)
    const gone = await aCitizen(nation.database, { leftAt: nation.clock.now() })
    const recipientId = { oneself: ada.uid, nobody: '01890a5d-ac96-774b-bcce-b302099a8000' }[whom] ?? gone.uid
    const started = as(nation.runtime, ada, (ctx) => startConversation(ctx, { recipientId }))
    await expect(started).rejects.toMatchObject({ code })
    expect(await told()).toEqual([])
  })

  it('is listed in the order of what was said last, by pages', async () => {
    const ada = await aCitizen(nation.database, { isAdmin: true })
    const others = [await aCitizen(nation.database), await aCitizen(nation.database), await aCitizen(nation.database)]
    for (const other of others) {
      later(1)
      await sayTo(ada, (await start(ada, other)).id, 'Hello')
    }
    const pageOf = (cursor?: string) => reading(ada, (ctx) => getConversations(ctx, { cursor, limit: 2 }))
    const first = await pageOf()
    const second = await pageOf(first.nextCursor ?? '')
    const listed = [...first.conversations, ...second.conversations].map(({ otherUser }) => otherUser.id)
    expect(listed).toEqual(others.map(({ uid }) => uid).reverse())
    expect(second.nextCursor).toBeNull()
  })
})

describe('A message', () => {
  it('is edited by its sender for 15 minutes, and not a millisecond longer', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database, { isAdmin: true })]
    const { messageId } = await say(ada, 'Good mornign')
    const edit = (who: Citizen) =>
      as(nation.runtime, who, (ctx) => editMessage(ctx, { messageId, message: 'Good morning' }))
    await expect(edit(ben)).rejects.toMatchObject({ code: 'message_not_yours' })
    later(15 * 60_000 - 1)
    expect((await edit(ada)).message).toMatchObject({ message: 'Good morning', editedAt: nation.clock.now().getTime() })
    later(1)
    await expect(edit(ada)).rejects.toMatchObject({ code: 'message_edit_too_late' })
  })

  it('leaves its place when its sender or a moderator deletes it, and its text is gone everywhere', async () => {
    const [ada, ben, mod] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    const first = await say(ada, 'Regret')
    const second = await say(ada, 'Insult', { replyTo: 1 })
    const remove = (who: Citizen, messageId: string) =>
      as(nation.runtime, who, (ctx) => deleteMessage(ctx, { messageId }))
    await expect(remove(ben, first.messageId)).rejects.toMatchObject({ code: 'message_not_yours' })
    await remove(ada, first.messageId)
    await remove(mod, second.messageId)
    expect((await remove(mod, second.messageId)).message.message).toBe('')
    // Administrators read in their audit who took away another's words, once.
    expect((await told()).filter(({ kind }) => kind === 'admin.deleted')).toEqual([
      { kind: 'admin.deleted', visibility: 'admins' },
    ])
    const { messages, lastNumber } = await page(ben)
    expect(lastNumber).toBe(2)
    expect(messages.map(({ message, deletedAt }) => [message, deletedAt !== null])).toEqual([
      ['', true],
      ['', true],
    ])
    expect(messages[1]?.replyTo).toMatchObject({ number: 1, excerpt: '' })
    expect((await groups(ben))[0]).toMatchObject({ lastMessage: '' })
    const edit = as(nation.runtime, ada, (ctx) => editMessage(ctx, { messageId: first.messageId, message: 'Back' }))
    await expect(edit).rejects.toMatchObject({ code: 'message_deleted' })
  })
})

it('The admin chat is written from the panel by whom its sign-in makes an administrator, until the sign-in ends', async () => {
  const alma = await aCitizen(nation.database)
  const at = nation.clock.now()
  const account = { username: 'alma', citizenId: alma.id, passwordHash: '', totpLastStep: '0', createdAt: at }
  const { id: accountId } = await nation.database.getRepository(PanelAccount).save(account)
  const sessionId = newPublicId(at)
  const expiresAt = new Date(at.getTime() + 3_600_000)
  await nation.database.getRepository(PanelSession).insert({ id: sessionId, accountId, createdAt: at, expiresAt })
  const caller = signedIn(alma, { panel: true, isSuperAdmin: true, sessionId })
  const write = (who: SignedIn) =>
    as(nation.runtime, alma, async (ctx) => {
      const input = { message: 'The new banner is up.', clientId: undefined }
      const [outcome] = await runBatch(ctx, adminPosts, [{ caller: who, input }])
      return outcome?.refused?.code ?? outcome?.answer?.number
    })
  expect(await write(caller)).toBe(1)
  expect(await write(signedIn(alma))).toBe('group_forbidden')
  // What the API has seen of the caller is older than the batch.
  await nation.database.query('UPDATE panel_sessions SET ended_at = ?', [nation.clock.now()])
  expect(await write(caller)).toBe('session_ended')
})

it('The admin chat is written by administrators and read by officials', async () => {
  const admin = await aCitizen(nation.database, { username: 'Alma', isAdmin: true })
  const minister = await aCitizen(nation.database, { governmentRole: 'raidMinister' })
  const citizen = await aCitizen(nation.database)
  const write = (who: Citizen) =>
    as(nation.runtime, who, async (ctx) => {
      const input = { message: 'The new banner is up.', clientId: undefined }
      const [outcome] = await runBatch(ctx, adminPosts, [{ caller: signedIn(who), input }])
      return outcome?.refused?.code ?? outcome?.answer?.number
    })
  const see = (who: Citizen) => reading(who, (ctx) => getAdminMessages(ctx, pages))
  expect(await write(admin)).toBe(1)
  expect(await write(minister)).toBe('group_forbidden')
  expect((await see(minister)).messages).toMatchObject([
    { message: 'The new banner is up.', content: 'The new banner is up.', senderName: 'Alma', senderRole: 'admin' },
  ])
  await expect(see(citizen)).rejects.toMatchObject({ code: 'group_forbidden' })
})

it('Who left the nation writes nothing, also where their session is known from before', async () => {
  const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
  const { id } = await start(ada, ben)
  const { messageId } = await say(ada, 'Farewell')
  await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ada.id])
  const acts = [
    () => say(ada, 'One word more'),
    () => sayTo(ada, id, 'One word more'),
    () => as(nation.runtime, ada, (ctx) => editMessage(ctx, { messageId, message: 'One word more' })),
    () => as(nation.runtime, ada, (ctx) => deleteMessage(ctx, { messageId })),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'session_ended' })
})

it('People are found by beginnings of their name, never oneself', async () => {
  const ada = await aCitizen(nation.database, { username: 'Ada One', handle: 'ada1' })
  const other = await aCitizen(nation.database, { username: 'Ada Two', handle: 'ada2', isAdmin: true })
  const { users } = await reading(ada, (ctx) => searchUsers(ctx, { query: 'ada' }))
  expect(users).toMatchObject([{ id: other.uid, isSupport: true, username: 'Ada Two' }])
})

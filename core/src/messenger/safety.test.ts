import type { CallInput } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { runBatch, read, type CitizenContext } from '../platform'
import { aCitizen, anUpload, as, rowsLookedAt, signedIn, useTestNation } from '../testing'
import {
  acceptRequest,
  block,
  deleteMessage,
  directPosts,
  editMessage,
  getBlocks,
  getConversations,
  getGroups,
  getMessages,
  getMutes,
  getReports,
  liveMessages,
  mute,
  postToGroup,
  react,
  report,
  resolveReport,
  setNotice,
  searchUsers,
  startConversation,
  typingReach,
  unblock,
  unmute,
} from '.'
import { entriesAfter, sequence } from '../journal'
import { deleteSafety } from './erase'

const nation = useTestNation()
const none = { clientId: undefined, replyTo: undefined, images: undefined }
const pages = { before: undefined, after: undefined, limit: 50 }
const hour = 3_600_000

const change = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) => as(nation.runtime, who, service)
const reading = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) =>
  read(nation.runtime, signedIn(who), (ctx) => service(ctx as CitizenContext))
const later = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const code = (error: { code: string }) => error.code

const say = (who: Citizen, message: string, post: Partial<CallInput<'messenger.send-group-message'>> = {}) =>
  change(who, async (ctx) => {
    const input = { groupId: 'citizens' as const, message, ...none, ...post }
    const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const sayTo = (who: Citizen, conversationId: string, message: string, replyTo?: number) =>
  change(who, async (ctx) => {
    // From a device that has shown all there is.
    const input = { conversationId, message, ...none, replyTo, readNumber: 1_000 }
    const [outcome] = await runBatch(ctx, directPosts, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const start = async (who: Citizen, other: Citizen) =>
  (await change(who, (ctx) => startConversation(ctx, { recipientId: other.uid }))).conversationId
const blocks = (who: Citizen, other: Citizen) => change(who, (ctx) => block(ctx, { citizenId: other.uid }))
const unblocks = (who: Citizen, other: Citizen) => change(who, (ctx) => unblock(ctx, { citizenId: other.uid }))
const conversations = async (who: Citizen) =>
  (await reading(who, (ctx) => getConversations(ctx, { cursor: undefined, limit: 50 }))).conversations
const page = (who: Citizen, conversationId: string) =>
  reading(who, (ctx) => getMessages(ctx, { conversationId, ...pages }))
const texts = async (who: Citizen, conversationId: string) =>
  (await page(who, conversationId)).messages.map(({ message }) => message)
const reports = async (who: Citizen, status: 'open' | 'resolved' = 'open') =>
  (await reading(who, (ctx) => getReports(ctx, { status, cursor: undefined, limit: 20 }))).reports
const audiences = async () => {
  const rows = await nation.database.query<{ kind: string; facts: string }[]>(
    `SELECT kind, facts FROM journal WHERE visibility = 'listed' ORDER BY id`,
  )
  return rows.map(({ facts }) =>
    Object.keys(((typeof facts === 'string' ? JSON.parse(facts) : facts) as { audience: object }).audience),
  )
}

/** Two citizens who talk with each other: Ada has written, and Ben has answered. */
async function aTalk() {
  const [ada, ben] = [
    await aCitizen(nation.database, { username: 'Ada' }),
    await aCitizen(nation.database, { username: 'Ben' }),
  ]
  const conversationId = await start(ada, ben)
  await sayTo(ada, conversationId, 'Hello, Ben.')
  await sayTo(ben, conversationId, 'Hello, Ada.')
  return { ada, ben, conversationId }
}

describe('A block', () => {
  it('withholds what the blocked citizen writes, and tells them nothing: to them all is as ever', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const before = (await conversations(ben))[0]
    await blocks(ada, ben)
    expect((await conversations(ben))[0]).toEqual({
      ...before,
      otherUser: { ...before?.otherUser, isOnline: false },
    })
    expect(await sayTo(ben, conversationId, 'Are you there?')).toMatchObject({ success: true, number: 3 })
    expect(await sayTo(ben, conversationId, 'I insist.')).toMatchObject({ number: 4 })
    expect(await texts(ben, conversationId)).toEqual(['Hello, Ben.', 'Hello, Ada.', 'Are you there?', 'I insist.'])
    expect((await conversations(ben))[0]).toMatchObject({ lastMessage: 'I insist.', unreadCount: 0, blocked: false })
  })

  it('shows its owner nothing of what was written, not as unread, in no list, by no event and not afterwards', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const at = (await conversations(ada))[0]?.lastMessageAt
    later(hour)
    await blocks(ada, ben)
    const told = (await audiences()).length
    const { messageId } = await sayTo(ben, conversationId, 'a withheld text')
    await change(ben, (ctx) => editMessage(ctx, { messageId, message: 'another withheld text' }))
    expect((await audiences()).slice(told)).toEqual([[ben.uid], [ben.uid]])
    const look = async () => {
      expect((await conversations(ada))[0]).toMatchObject({ lastMessage: '', lastMessageAt: at, unreadCount: 0 })
      expect(await texts(ada, conversationId)).toEqual(['Hello, Ben.', 'Hello, Ada.', ''])
      expect(JSON.stringify(await page(ada, conversationId))).not.toContain('withheld')
      const acts = [
        () => change(ada, (ctx) => deleteMessage(ctx, { messageId })),
        () => change(ada, (ctx) => report(ctx, { messageId, reason: 'x' })),
      ]
      for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'message_not_found' })
    }
    await look()
    await unblocks(ada, ben)
    await look()
    // Neither does a quotation show it.
    const quoted = async (by: Citizen) => {
      const { number } = await sayTo(by, conversationId, 'As was said', 3)
      return (await page(ada, conversationId)).messages.find((one) => one.number === number)?.replyTo?.excerpt
    }
    expect([await quoted(ben), await quoted(ada)]).toEqual(['', ''])
    await sayTo(ben, conversationId, 'Hello again.')
    expect((await texts(ada, conversationId)).slice(2)).toEqual(['', 'As was said', 'As was said', 'Hello again.'])
    expect((await conversations(ada))[0]).toMatchObject({ lastMessage: 'Hello again.', unreadCount: 1 })
  })

  it('holds for edits and reactions: they are withheld as messages are, and its owner makes none', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const earlier = await sayTo(ben, conversationId, 'before the block')
    const own = (await page(ada, conversationId)).messages[0]?.id ?? ''
    await blocks(ada, ben)
    const told = (await audiences()).length
    const edit = (who: Citizen, messageId: string, message: string) =>
      change(who, (ctx) => editMessage(ctx, { messageId, message }))
    const give = (who: Citizen, messageId: string) =>
      change(who, (ctx) => react(ctx, { messageId, reaction: 'laugh', on: true }))
    const text = `a withheld threat, @${ada.handle}`
    expect((await edit(ben, earlier.messageId, text)).message).toMatchObject({ message: text, mentions: [ada.uid] })
    expect((await give(ben, own)).message.reactions).toMatchObject([{ reaction: 'laugh', count: 1, mine: true }])
    expect((await audiences()).slice(told)).toEqual([[ben.uid], [ben.uid]])
    expect(await texts(ada, conversationId)).toEqual(['Hello, Ben.', 'Hello, Ada.', ''])
    expect((await conversations(ada))[0]).toMatchObject({ lastMessage: '', unreadCount: 0, mentionCount: 0 })
    expect(await edit(ada, own, 'One word more').catch(code)).toBe('recipient_blocked')
    expect(await give(ada, own).catch(code)).toBe('recipient_blocked')
    await unblocks(ada, ben)
    expect((await texts(ada, conversationId)).at(-1)).toBe('')
  })

  it('holds for who writes for the first time: it looks like a request without an answer yet', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await blocks(ada, ben)
    const conversationId = await start(ben, ada)
    await sayTo(ben, conversationId, 'Hello?')
    expect(await sayTo(ben, conversationId, 'Hello??').catch(code)).toBe('message_request_waits')
    expect((await conversations(ben))[0]).toMatchObject({ status: 'waiting', lastMessage: 'Hello?' })
    expect(await conversations(ada)).toEqual([])
  })

  it('lets its owner accept no request of the blocked citizen: it is ended first', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const conversationId = await start(ben, ada)
    await sayTo(ben, conversationId, 'Hello?')
    const accepts = () => change(ada, (ctx) => acceptRequest(ctx, { conversationId }))
    await blocks(ada, ben)
    expect(await accepts().catch(code)).toBe('recipient_blocked')
    expect((await conversations(ben))[0]).toMatchObject({ status: 'waiting' })
    await unblocks(ada, ben)
    expect((await accepts()).conversation).toMatchObject({ status: 'open', blocked: false })
    expect((await conversations(ben))[0]).toMatchObject({ status: 'open' })
  })

  it('goes both ways: its owner cannot write to the blocked citizen either', async () => {
    const { ada, ben, conversationId } = await aTalk()
    await blocks(ada, ben)
    expect(await sayTo(ada, conversationId, 'One word more').catch(code)).toBe('recipient_blocked')
    expect((await conversations(ada))[0]).toMatchObject({ blocked: true })
    for (const who of [ada, ben]) {
      expect(await reading(who, (ctx) => typingReach(ctx, { conversationId, typing: true }))).toEqual([])
    }
    const seen = async (who: Citizen, query: string) =>
      (await reading(who, (ctx) => searchUsers(ctx, { query }))).users.map(({ isOnline }) => isOnline)
    expect([await seen(ada, 'Ben'), await seen(ben, 'Ada')]).toEqual([[false], [false]])
    await unblocks(ada, ben)
    expect([await seen(ada, 'Ben'), await seen(ben, 'Ada')]).toEqual([[true], [true]])
    expect(await reading(ada, (ctx) => typingReach(ctx, { conversationId, typing: true }))).toEqual([ben.uid])
    expect(await sayTo(ada, conversationId, 'One word more')).toMatchObject({ number: 3 })
  })

  it('is listed for its owner, done once however often it is asked for, and not of oneself or of an unknown citizen', async () => {
    const { ada, ben } = await aTalk()
    for (const _ of [1, 2]) expect(await blocks(ada, ben)).toEqual({ success: true, blocked: true })
    const { users } = await reading(ada, getBlocks)
    expect(users).toMatchObject([{ id: ben.uid, username: 'Ben', blockedAt: nation.clock.now().getTime() }])
    expect((await reading(ben, getBlocks)).users).toEqual([])
    expect(await blocks(ada, ada).catch(code)).toBe('block_oneself')
    const unknown = change(ada, (ctx) => block(ctx, { citizenId: '01890a5d-ac96-774b-bcce-b302099a8999' }))
    expect(await unknown.catch(code)).toBe('citizen_not_found')
    for (const _ of [1, 2]) expect(await unblocks(ada, ben)).toEqual({ success: true, blocked: false })
    expect((await reading(ada, getBlocks)).users).toEqual([])
  })

  it('counts as read what was unread: it needs no attention any more', async () => {
    const { ada, ben, conversationId } = await aTalk()
    await sayTo(ben, conversationId, 'Unread')
    expect((await conversations(ada))[0]).toMatchObject({ unreadCount: 2 })
    await blocks(ada, ben)
    expect((await conversations(ada))[0]).toMatchObject({ unreadCount: 0 })
  })

  it('has no say in groups', async () => {
    const { ada, ben } = await aTalk()
    await blocks(ada, ben)
    await say(ben, 'Good morning, all.')
    const { groups } = await reading(ada, getGroups)
    expect(groups[0]).toMatchObject({ lastMessage: 'Good morning, all.', unreadCount: 1 })
  })
})

it('A former citizen is written to no more', async () => {
  const { ada, ben, conversationId } = await aTalk()
  const hasLeft = async () => (await conversations(ada)).map((conversation) => conversation.hasLeft)
  expect(await hasLeft()).toEqual([false])
  await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ben.id])
  expect(await hasLeft()).toEqual([true])
  expect(await sayTo(ada, conversationId, 'Are you there?').catch(code)).toBe('recipient_gone')
})

describe('A mute', () => {
  const mutes = (by: Citizen, whom: Citizen, hours = 2) =>
    change(by, (ctx) => mute(ctx, { citizenId: whom.uid, hours, reason: 'Insults.' }))

  it('keeps a citizen from posting and editing anywhere, tells them until when and why, and ends by itself', async () => {
    const moderator = await aCitizen(nation.database, { role: 'moderator' })
    const { ada: official, ben, conversationId } = await aTalk()
    const { messageId } = await say(ben, 'an insult')
    expect(await mutes(moderator, ben)).toMatchObject({ mutedUntil: nation.clock.now().getTime() + 2 * hour })
    const error = await say(ben, 'another').catch((caught: Error & { facts: object }) => caught)
    expect(error).toMatchObject({
      code: 'muted',
      message: 'You cannot write until 2026-01-06 14:00 UTC. The reason: Insults.',
      facts: { mutedUntil: nation.clock.now().getTime() + 2 * hour },
    })
    expect(await sayTo(ben, conversationId, 'directly').catch(code)).toBe('muted')
    expect(await change(ben, (ctx) => editMessage(ctx, { messageId, message: 'worse' })).catch(code)).toBe('muted')
    const reacts = change(ben, (ctx) => react(ctx, { messageId, reaction: 'laugh', on: true }))
    expect(await reacts.catch(code)).toBe('muted')
    expect(await reading(ben, (ctx) => typingReach(ctx, { conversationId: 'citizens', typing: true }))).toEqual([])
    expect(await reading(ben, getGroups)).toMatchObject({
      mutedUntil: nation.clock.now().getTime() + 2 * hour,
      muteReason: 'Insults.',
    })
    expect(await reading(official, getGroups)).toMatchObject({ mutedUntil: null, muteReason: null })
    // What was said may be taken back.
    await change(ben, (ctx) => deleteMessage(ctx, { messageId }))
    later(2 * hour)
    expect(await say(ben, 'I am sorry.')).toMatchObject({ number: 2 })
    expect(await reading(ben, getGroups)).toMatchObject({ mutedUntil: null, muteReason: null })
  })

  it('is ended before its time by a moderator, and both are in the audit', async () => {
    const [moderator, ben] = [await aCitizen(nation.database, { role: 'moderator' }), await aCitizen(nation.database)]
    await mutes(moderator, ben)
    for (const _ of [1, 2]) await change(moderator, (ctx) => unmute(ctx, { citizenId: ben.uid }))
    expect(await say(ben, 'Thank you.')).toMatchObject({ number: 1 })
    const told = await nation.database.query<object[]>(
      `SELECT kind, visibility, actor, subject FROM journal WHERE kind LIKE 'messenger.%muted' ORDER BY id`,
    )
    expect(told).toEqual(
      ['messenger.muted', 'messenger.unmuted'].map((kind) => ({
        kind,
        visibility: 'admins',
        actor: moderator.uid,
        subject: ben.uid,
      })),
    )
  })

  it('is listed while it is in force, by its end: until when, by whom and why, and whether the reader may end it', async () => {
    const [moderator, admin, other, ben, cleo] = [
      await aCitizen(nation.database, { username: 'Milo', role: 'moderator' }),
      await aCitizen(nation.database, { username: 'Alma', isAdmin: true }),
      await aCitizen(nation.database, { username: 'Otto', isAdmin: true }),
      await aCitizen(nation.database, { username: 'Ben' }),
      await aCitizen(nation.database, { username: 'Cleo' }),
    ]
    const muted = (who: Citizen, whom: Citizen, hours: number) =>
      change(who, (ctx) => mute(ctx, { citizenId: whom.uid, hours, reason: `For ${hours}` }))
    const list = async (who: Citizen, cursor?: string, limit = 50) =>
      reading(who, (ctx) => getMutes(ctx, { cursor, limit }))
    await muted(moderator, cleo, 3)
    await muted(moderator, ben, 2)
    await muted(other, admin, 4)
    const from = nation.clock.now().getTime()
    const { mutes: all } = await list(moderator)
    expect(all).toMatchObject([
      {
        citizen: { id: ben.uid, username: 'Ben' },
        until: from + 2 * hour,
        mutedBy: { username: 'Milo' },
        mayEnd: true,
      },
      { citizen: { id: cleo.uid }, reason: 'For 3', mutedAt: from, mayEnd: true },
      { citizen: { id: admin.uid }, mutedBy: { username: 'Otto' }, mayEnd: false },
    ])
    expect((await list(other)).mutes.map(({ mayEnd }) => mayEnd)).toEqual([true, true, true])
    expect((await list(admin)).mutes.map(({ mayEnd }) => mayEnd)).toEqual([true, true, false])
    const pages: unknown[] = []
    for (let cursor: string | undefined, go = true; go;) {
      const page = await list(moderator, cursor, 1)
      pages.push(...page.mutes)
      cursor = page.nextCursor ?? undefined
      go = page.nextCursor !== null
    }
    expect(pages).toEqual(all)
    await change(moderator, (ctx) => unmute(ctx, { citizenId: cleo.uid }))
    later(2 * hour)
    expect((await list(moderator)).mutes.map(({ citizen }) => citizen.id)).toEqual([admin.uid])
  })

  it.each([
    ['oneself', { role: 'moderator' }, null, 'mute_forbidden'],
    ['an administrator, by a moderator', { role: 'moderator' }, { isAdmin: true }, 'mute_forbidden'],
    ['an administrator, by another', { isAdmin: true }, { isAdmin: true }, null],
    ['a citizen, by a citizen', {}, {}, 'forbidden'],
    ['a citizen, by a minister', { role: 'government', governmentRole: 'raidMinister' }, {}, 'forbidden'],
  ] as const)('is for those who moderate: %s', async (_, by, whom, refusal) => {
    const who = await aCitizen(nation.database, by)
    const other = whom === null ? who : await aCitizen(nation.database, whom)
    expect(await mutes(who, other).then(() => null, code)).toBe(refusal)
  })
})

describe('A report', () => {
  const reportIt = (who: Citizen, messageId: string, reason = 'It insults me.') =>
    change(who, (ctx) => report(ctx, { messageId, reason }))

  it('keeps the message with five before it and five after it, as they were', async () => {
    const [ada, ben, moderator] = [
      await aCitizen(nation.database, { username: 'Ada' }),
      await aCitizen(nation.database, { username: 'Ben' }),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    const ids: string[] = []
    for (let n = 1; n <= 14; n++) ids.push((await say(n % 2 === 0 ? ben : ada, `m${n}`)).messageId)
    await reportIt(ada, ids[7] ?? '')
    await change(ben, (ctx) => editMessage(ctx, { messageId: ids[5] ?? '', message: 'quite harmless' }))
    await change(ben, (ctx) => deleteMessage(ctx, { messageId: ids[7] ?? '' }))
    const [found] = await reports(moderator)
    expect(found?.messages.map(({ message }) => message)).toEqual(Array.from({ length: 11 }, (_, n) => `m${n + 3}`))
    expect(found?.messages.filter(({ reported }) => reported)).toMatchObject([
      { number: 8, messageId: ids[7], senderId: ben.uid, senderName: 'Ben', deletedAt: null },
    ])
    expect(found).toMatchObject({
      channel: 'citizens',
      reason: 'It insults me.',
      reporter: { id: ada.uid },
      reported: { id: ben.uid },
      resolvedAt: null,
    })
  })

  it('keeps the images of its messages, also those that are deleted by now', async () => {
    const [ada, ben, moderator] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    const image = await anUpload(nation.database, ben)
    await nation.database.query('UPDATE media SET width = 640, height = 480')
    const { messageId } = await say(ben, '', { images: [image] })
    await say(ben, 'And this.')
    await reportIt(ada, messageId)
    await change(ben, (ctx) => deleteMessage(ctx, { messageId }))
    const shown = async () => (await reports(moderator))[0]?.messages.map(({ images }) => images)
    expect(await shown()).toEqual([[{ url: image, width: 640, height: 480 }], []])
    await nation.database.transaction((tx) => deleteSafety(tx, ben.id))
    expect(await shown()).toEqual([[], []])
  })

  it('tells whether its message is deleted by now, and shows who spoke', async () => {
    const [ada, ben, moderator] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database, { avatarUrl: 'https://pictures.example/ben.png' }),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    const { messageId } = await say(ben, 'You know nothing.')
    await reportIt(ada, messageId)
    const line = async () => (await reports(moderator))[0]?.messages[0]
    expect(await line()).toMatchObject({ isDeleted: false, senderPicture: 'https://pictures.example/ben.png' })
    await change(moderator, (ctx) => deleteMessage(ctx, { messageId }))
    expect(await line()).toMatchObject({ isDeleted: true, deletedAt: null, message: 'You know nothing.' })
  })

  it('tells until when its citizen is muted, and no longer once the mute is ended', async () => {
    const [ada, ben, moderator] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    await reportIt(ada, (await say(ben, 'You know nothing.')).messageId)
    const mutedUntil = async () => (await reports(moderator))[0]?.mutedUntil
    expect(await mutedUntil()).toBeNull()
    const told = await change(moderator, (ctx) => mute(ctx, { citizenId: ben.uid, hours: 2, reason: 'Insults.' }))
    expect(await mutedUntil()).toBe(told.mutedUntil)
    await change(moderator, (ctx) => unmute(ctx, { citizenId: ben.uid }))
    expect(await mutedUntil()).toBeNull()
  })

  it('is made once by each citizen of a message, not of one’s own, not of one that is gone or not to be read', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const stranger = await aCitizen(nation.database, { isAdmin: true })
    const direct = await sayTo(ben, conversationId, 'a threat')
    for (const _ of [1, 2]) expect(await reportIt(ada, direct.messageId)).toEqual({ success: true, reported: true })
    expect(await reports(stranger)).toHaveLength(1)
    expect(await reportIt(ben, direct.messageId).catch(code)).toBe('report_oneself')
    expect(await reportIt(stranger, direct.messageId).catch(code)).toBe('message_not_found')
    const gone = await say(ben, 'gone')
    await change(ben, (ctx) => deleteMessage(ctx, { messageId: gone.messageId }))
    expect(await reportIt(ada, gone.messageId).catch(code)).toBe('message_deleted')
  })

  it('is resolved once, not by whom it is about, and then read among those that are', async () => {
    const [ada, ben, other] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database, { role: 'moderator' }),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    for (const text of ['one', 'two', 'three']) await reportIt(ada, (await say(ben, text)).messageId)
    const [first, second] = await reports(other)
    for (const status of ['open', 'resolved'] as const) expect(await reports(ben, status)).toEqual([])
    const resolve = (who: Citizen, reportId = '') =>
      change(who, (ctx) => resolveReport(ctx, { reportId, resolution: 'Muted for a day.' }))
    expect(await resolve(ben, first?.id).catch(code)).toBe('report_oneself')
    expect(await resolve(ada, first?.id).catch(code)).toBe('forbidden')
    await resolve(other, first?.id)
    expect(await resolve(other, first?.id).catch(code)).toBe('report_resolved')
    expect(await resolve(other, '01890a5d-ac96-774b-bcce-b302099a8999').catch(code)).toBe('report_not_found')
    later(1)
    await resolve(other, second?.id)
    expect((await reports(other)).map(({ messages }) => messages.find(({ reported }) => reported)?.message)).toEqual([
      'three',
    ])
    expect(await reports(ben, 'resolved')).toEqual([])
    expect(await reports(other, 'resolved')).toMatchObject([
      { id: second?.id, resolvedBy: { id: other.uid }, resolution: 'Muted for a day.' },
      { id: first?.id },
    ])
    const paged = await reading(other, (ctx) => getReports(ctx, { status: 'resolved', cursor: undefined, limit: 1 }))
    const next = await reading(other, (ctx) =>
      getReports(ctx, { status: 'resolved', cursor: paged.nextCursor ?? '', limit: 1 }),
    )
    expect([paged.reports[0]?.id, next.reports[0]?.id, next.nextCursor]).toEqual([second?.id, first?.id, null])
  })

  it('about a former citizen keeps no words of why, nor of what was done', async () => {
    const [ada, ben, moderator] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    await reportIt(ada, (await say(ben, 'one')).messageId, 'Ben insults me.')
    await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ben.id])
    await nation.database.transaction((tx) => deleteSafety(tx, ben.id))
    const reportId = (await reports(moderator))[0]?.id ?? ''
    await change(moderator, (ctx) => resolveReport(ctx, { reportId, resolution: 'Ben was muted.' }))
    expect(await reports(moderator, 'resolved')).toMatchObject([{ reason: '', resolution: '' }])
    const told = await nation.database.query<object[]>(`SELECT id FROM journal WHERE facts LIKE '%Ben was muted%'`)
    expect(told).toEqual([])
  })

  it('holds nothing that is withheld from who reports', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const moderator = await aCitizen(nation.database, { role: 'moderator' })
    await blocks(ada, ben)
    await sayTo(ben, conversationId, 'withheld')
    await unblocks(ada, ben)
    await reportIt(ada, (await sayTo(ben, conversationId, 'a threat')).messageId)
    const [found] = await reports(moderator)
    expect(found?.messages.map(({ message }) => message)).toEqual(['Hello, Ben.', 'Hello, Ada.', 'a threat'])
  })
})

describe('The notice of a conversation', () => {
  it('is off where its reader says so, and what is unread is counted as ever', async () => {
    const { ada, ben, conversationId } = await aTalk()
    const set = (place: string, notice: boolean) =>
      change(ada, (ctx) => setNotice(ctx, { conversationId: place, notice }))
    await say(ben, 'one')
    for (const place of ['citizens', conversationId]) expect(await set(place, false)).toMatchObject({ notice: false })
    await say(ben, 'two')
    const group = async () => (await reading(ada, getGroups)).groups[0]
    expect(await group()).toMatchObject({ notice: false, unreadCount: 2, lastNumber: 2 })
    expect((await conversations(ada))[0]).toMatchObject({ notice: false, unreadCount: 1 })
    expect((await conversations(ben))[0]).toMatchObject({ notice: true })
    await set('citizens', true)
    expect(await group()).toMatchObject({ notice: true, unreadCount: 2 })
    expect(await set('admins', false).catch(code)).toBe('group_forbidden')
    const stranger = await aCitizen(nation.database)
    const other = change(stranger, (ctx) => setNotice(ctx, { conversationId, notice: false }))
    expect(await other.catch(code)).toBe('conversation_not_found')
  })
})

it('What is attached to an event of a withheld message goes to its sender alone', async () => {
  const { ada, ben, conversationId } = await aTalk()
  await blocks(ada, ben)
  await sayTo(ben, conversationId, 'withheld')
  while ((await sequence(nation.database)).numbered > 0);
  const entries = (await entriesAfter(nation.database, 0, 100)).filter(({ visibility }) => visibility === 'listed')
  const last = entries.at(-1)
  expect(Object.keys(last?.facts.audience ?? {})).toEqual([ben.uid])
  const live = (await liveMessages(nation.database, entries)).get(last?.seq ?? 0)
  expect(live?.byCitizen.get(ben.uid)?.messages).toMatchObject([{ number: 3, message: 'withheld' }])
  // An event that goes to both may tell of the same message.
  expect(live?.shared.messages).toMatchObject([{ number: 3, message: '' }])
})

it('A quotation of what is withheld from a reader shows them nothing, also where the message mentions them', async () => {
  const { ada, ben, conversationId } = await aTalk()
  await blocks(ada, ben)
  await sayTo(ben, conversationId, 'withheld')
  await unblocks(ada, ben)
  await sayTo(ben, conversationId, `@${ada.handle}, as I said`, 3)
  while ((await sequence(nation.database)).numbered > 0);
  const entries = (await entriesAfter(nation.database, 0, 100)).filter(({ visibility }) => visibility === 'listed')
  const live = (await liveMessages(nation.database, entries)).get(entries.at(-1)?.seq ?? 0)
  expect(live?.byCitizen.get(ada.uid)?.messages).toMatchObject([
    { number: 4, mentionsYou: true, replyTo: { excerpt: '' } },
  ])
  expect(live?.byCitizen.get(ben.uid)?.messages).toMatchObject([{ replyTo: { excerpt: 'withheld' } }])
})

it('What is attached to events is read by its numbers: nothing else of a long conversation is looked at', async () => {
  const ada = await aCitizen(nation.database)
  const input = { groupId: 'citizens' as const, message: 'one of many', ...none }
  const many = Array.from({ length: 1_000 }, () => ({ caller: signedIn(ada), input }))
  await change(ada, (ctx) => postToGroup(ctx, many))
  const entry = {
    kind: 'messenger.posted',
    actor: null,
    subject: 'citizens',
    visibility: 'citizens',
    at: new Date(),
  } as const
  const entries = [[3, 7], [900, 902]].map(([from, to], seq) => ({ ...entry, seq, facts: { channel: 'citizens', from, to } })) // oxfmt-ignore
  await nation.database.query('ANALYZE TABLE messages, conversations, citizens')
  const rows = await rowsLookedAt(nation.url, async (database) => {
    const live = await liveMessages(database, entries)
    expect([...live.values()].map(({ shared }) => shared.messages.length)).toEqual([5, 3])
  })
  expect(rows).toBeLessThan(150)
})

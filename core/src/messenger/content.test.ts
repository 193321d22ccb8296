import type { CallInput } from '@nation/domain/contract'
import type { Reaction } from '@nation/domain/messenger'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { runBatch, read, type CitizenContext } from '../platform'
import { aCitizen, anUpload, as, signedIn, useTestNation } from '../testing'
import {
  adminPosts,
  deleteMessage,
  directPosts,
  editMessage,
  getConversations,
  getGroupMessages,
  getGroups,
  markAsRead,
  messageAgain,
  messagesIn,
  postToGroup,
  react,
  report,
  startConversation,
} from '.'

const nation = useTestNation()

type GroupPost = Partial<CallInput<'messenger.send-group-message'>>
const none = { clientId: undefined, replyTo: undefined, images: undefined }

const reading = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) =>
  read(nation.runtime, signedIn(who), (ctx) => service(ctx as CitizenContext))
const say = (who: Citizen, message: string, post: GroupPost = {}) =>
  as(nation.runtime, who, async (ctx) => {
    const input = { groupId: 'citizens' as const, message, ...none, ...post }
    const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const sayTo = (who: Citizen, conversationId: string, message: string) =>
  as(nation.runtime, who, async (ctx) => {
    const [outcome] = await runBatch(ctx, directPosts, [
      { caller: signedIn(who), input: { conversationId, message, ...none } },
    ])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const page = async (who: Citizen, groupId: 'citizens' | 'government' = 'citizens') =>
  (await reading(who, (ctx) => getGroupMessages(ctx, { groupId, before: undefined, after: undefined, limit: 50 })))
    .messages
const mentionsOf = async (who: Citizen, group = 'citizens') =>
  (await reading(who, getGroups)).groups.find(({ id }) => id === group)?.mentionCount
const edit = (who: Citizen, messageId: string, message: string) =>
  as(nation.runtime, who, (ctx) => editMessage(ctx, { messageId, message }))
const remove = (who: Citizen, messageId: string) => as(nation.runtime, who, (ctx) => deleteMessage(ctx, { messageId }))
const give = (who: Citizen, messageId: string, reaction: Reaction, on = true) =>
  as(nation.runtime, who, async (ctx) => (await react(ctx, { messageId, reaction, on })).message.reactions)
const changes = () => rowsOf(`journal WHERE kind = 'messenger.changed'`)
const rowsOf = async (table: string) => Number((await nation.database.query<{ n: string }[]>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n) // oxfmt-ignore

/** An uploaded image, with the size that uploads of pictures have. */
async function anImage(owner: Citizen): Promise<string> {
  const url = await anUpload(nation.database, owner)
  await nation.database.query('UPDATE media SET width = 640, height = 480 WHERE name = ?', [
    url.slice('/media/'.length),
  ])
  return url
}

describe('Images of a message', () => {
  it('are its sender’s own uploads, shown with their sizes, and named where there are no words', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const images = [await anImage(ada), await anImage(ada)]
    await say(ada, '', { images: [images[0]!, images[1]!, images[0]!] })
    expect((await page(ben))[0]).toMatchObject({
      message: '',
      images: images.map((url) => ({ url, width: 640, height: 480 })),
    })
    expect((await reading(ben, getGroups)).groups[0]).toMatchObject({ lastMessage: 'Image' })
    await say(ben, 'Beautiful', { replyTo: 1 })
    expect((await page(ben))[1]).toMatchObject({ images: [], replyTo: { excerpt: 'Image' } })
  })

  it('belong to what a client’s id stands for: with others it is another message', async () => {
    const ada = await aCitizen(nation.database)
    const clientId = '01890a5d-ac96-774b-bcce-b302099a8097'
    const images = [await anImage(ada), await anImage(ada)]
    const first = await say(ada, 'Look', { images, clientId })
    expect(await say(ada, 'Look', { images: [...images, images[0]!], clientId })).toEqual(first)
    for (const others of [undefined, [images[0]!], images.toReversed()])
      await expect(say(ada, 'Look', { images: others, clientId })).rejects.toMatchObject({ code: 'message_id_reused' })
  })

  it('are refused when they are another’s, or are no longer there, and nothing is sent then', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const foreign = await anImage(ben)
    const withImage = async (image: string) => say(ada, 'Mine', { images: [await anImage(ada), image] })
    await expect(withImage(foreign)).rejects.toMatchObject({ code: 'picture_not_yours' })
    await expect(withImage('/media/uploads/never.png')).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'images.1', code: 'removed', message: 'This file was removed. Please upload it again.' }],
    })
    await expect(say(ada, '')).rejects.toMatchObject({ code: 'message_empty' })
    expect([await page(ada), await rowsOf('message_images')]).toEqual([[], 0])
  })

  it('go with the message, and keep it when an edit takes its words', async () => {
    const ada = await aCitizen(nation.database)
    const { messageId } = await say(ada, 'Look', { images: [await anImage(ada)] })
    expect((await edit(ada, messageId, '')).message).toMatchObject({ message: '', images: [{ width: 640 }] })
    expect((await remove(ada, messageId)).message).toMatchObject({ images: [], message: '' })
    expect(await rowsOf('message_images')).toBe(0)
    const { messageId: words } = await say(ada, 'Words')
    await expect(edit(ada, words, '')).rejects.toMatchObject({ code: 'message_empty' })
  })
})

describe('Mentions', () => {
  it('name those who may read the message, and are counted until they are read', async () => {
    const ada = await aCitizen(nation.database, { handle: 'Ada_One', governmentRole: 'raidMinister' })
    const ben = await aCitizen(nation.database, { handle: 'ben' })
    const gone = await aCitizen(nation.database, { handle: 'gone', leftAt: nation.clock.now() })
    const text = `@ada_one @BEN @${gone.handle} @nobody`
    await say(ada, text)
    await say(ben, text, { readNumber: 1 })
    await say(ada, text, { groupId: 'government' })
    const messages = await page(ben)
    expect(messages.map(({ mentions, mentionsYou }) => [mentions, mentionsYou])).toEqual([
      [[ben.uid], true],
      [[ada.uid], false],
    ])
    expect((await page(ada, 'government'))[0]).toMatchObject({ mentions: [] })
    // Who writes has read up to where they say.
    expect([await mentionsOf(ada), await mentionsOf(ben)]).toEqual([1, 0])
    await as(nation.runtime, ada, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number: 2 }))
    expect(await mentionsOf(ada)).toBe(0)
  })

  it('of a direct conversation are of the two who talk', async () => {
    const ada = await aCitizen(nation.database, { handle: 'ada' })
    const ben = await aCitizen(nation.database, { handle: 'ben', isAdmin: true })
    await aCitizen(nation.database, { handle: 'eve' })
    const { conversation } = await as(nation.runtime, ada, (ctx) => startConversation(ctx, { recipientId: ben.uid }))
    await sayTo(ada, conversation.id, '@ben, have you seen @eve?')
    const { conversations } = await reading(ben, (ctx) => getConversations(ctx, { cursor: undefined, limit: 5 }))
    expect(conversations).toMatchObject([{ mentionCount: 1, unreadCount: 1 }])
    expect(await rowsOf('message_mentions')).toBe(1)
  })

  it('follow the text when it is edited, and go when it is deleted', async () => {
    const ada = await aCitizen(nation.database, { handle: 'ada' })
    const ben = await aCitizen(nation.database, { handle: 'ben' })
    const cleo = await aCitizen(nation.database, { handle: 'cleo' })
    const { messageId } = await say(ada, '@ben')
    expect((await edit(ada, messageId, '@cleo')).message).toMatchObject({ mentions: [cleo.uid] })
    expect([await mentionsOf(ben), await mentionsOf(cleo)]).toEqual([0, 1])
    await remove(ada, messageId)
    expect(await mentionsOf(cleo)).toBe(0)
  })
})

describe('Reactions', () => {
  it('are given once by each citizen, counted, and taken back', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const { messageId } = await say(ada, 'Elected!')
    await give(ada, messageId, 'celebrate')
    await give(ada, messageId, 'celebrate')
    await give(ada, messageId, 'thumbs-up')
    expect(await give(ben, messageId, 'celebrate')).toEqual([
      { reaction: 'thumbs-up', count: 1, mine: false },
      { reaction: 'celebrate', count: 2, mine: true },
    ])
    await give(ada, messageId, 'thumbs-up', false)
    expect(await give(ada, messageId, 'thumbs-up', false)).toEqual([{ reaction: 'celebrate', count: 2, mine: true }])
    expect((await page(ben))[0]?.reactions).toEqual([{ reaction: 'celebrate', count: 2, mine: true }])
    // Four of these six changed something: the others write no event.
    expect(await changes()).toBe(4)
    await edit(ada, messageId, 'Elected!')
    expect(await changes()).toBe(4)
    await remove(ada, messageId)
    await remove(ada, messageId)
    expect(await changes()).toBe(5)
  })

  it('and edits, deletions and reports are made as what one is now, whatever one was when the call arrived', async () => {
    const minister = await aCitizen(nation.database, { governmentRole: 'raidMinister' })
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const { messageId } = await say(minister, 'Between us', { groupId: 'government' })
    const own = await say(admin, 'Of mine', { groupId: 'admins' })
    await nation.database.query('UPDATE citizens SET government_role = NULL, is_admin = FALSE')
    const acts = [
      () => give(minister, messageId, 'heart'),
      () => edit(minister, messageId, 'Between all of us'),
      () => remove(minister, messageId),
      () => as(nation.runtime, minister, (ctx) => report(ctx, { messageId, reason: 'x' })),
      () => remove(admin, messageId),
      () => remove(admin, own.messageId),
      // The answer of an edit that is asked for again.
      () => reading({ ...minister, governmentRole: null }, (ctx) => messageAgain(ctx, messageId)),
    ]
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'message_not_found' })
  })

  it('are not given to what is deleted, or not for one’s eyes', async () => {
    const minister = await aCitizen(nation.database, { governmentRole: 'raidMinister' })
    const ada = await aCitizen(nation.database)
    const secret = await say(minister, 'Between us', { groupId: 'government' })
    await expect(give(ada, secret.messageId, 'heart')).rejects.toMatchObject({ code: 'message_not_found' })
    const { messageId } = await say(ada, 'Regret')
    await give(minister, messageId, 'sad')
    expect((await remove(ada, messageId)).message.reactions).toEqual([])
    await expect(give(ada, messageId, 'heart')).rejects.toMatchObject({ code: 'message_deleted' })
  })
})

it('The messages of the admin chat are counted by their last number, and the government’s dashboards hear of it', async () => {
  const minister = await aCitizen(nation.database, { governmentRole: 'raidMinister' })
  const admin = await aCitizen(nation.database, { isAdmin: true })
  const announce = (message: string) =>
    as(nation.runtime, admin, (ctx) =>
      runBatch(ctx, adminPosts, [{ caller: signedIn(admin), input: { message, ...none } }]),
    )
  await announce('One')
  await announce('Two')
  await say(minister, 'In the cabinet', { groupId: 'government' })
  await say(minister, 'To all')
  expect(await messagesIn(nation.database.manager, 'admin-chat')).toBe(2)
  const told: { facts: unknown; visibility: string }[] = await nation.database.query(
    `SELECT CAST(JSON_VALUE(facts, '$.messages') AS UNSIGNED) AS messages, visibility FROM journal
     WHERE kind = 'messenger.counted' ORDER BY id`,
  )
  expect(told.map((one) => Object.values(one).map(String))).toEqual([
    ['1', 'officials'],
    ['2', 'officials'],
  ])
})

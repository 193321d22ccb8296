import type { CallInput } from '@nation/domain/contract'
import { describe, expect, it, vi } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { entriesAfter, sequence } from '../journal'
import { projectAll } from '../journal/projection'
import { runBatch, read, type CitizenContext } from '../platform'
import { aCitizen, as, signedIn, useTestNation } from '../testing'
import {
  block,
  deleteMessage,
  directPosts,
  editMessage,
  messageWordsProjection,
  postToGroup,
  rebuildWords,
  searchMessages,
  startConversation,
} from '.'
import { eraseMessages } from './testing'

const nation = useTestNation()

type Asked = Partial<CallInput<'messenger.search-messages'>>
type GroupId = CallInput<'messenger.send-group-message'>['groupId']
const none = { clientId: undefined, replyTo: undefined, images: undefined }

async function index(): Promise<void> {
  for (let more = true; more;) ({ more } = await sequence(nation.database))
  await projectAll(nation.runtime, messageWordsProjection)
}

/** Sends texts to a group in one batch; answers their ids. */
const say = (who: Citizen, texts: readonly string[], groupId: GroupId = 'citizens') =>
  as(nation.runtime, who, async (ctx) => {
    const posts = texts.map((message) => ({ caller: signedIn(who), input: { groupId, message, ...none } }))
    const outcomes = await postToGroup(ctx, posts)
    return outcomes.map(({ answer }) => answer!.messageId)
  })

const sayTo = (who: Citizen, conversationId: string, message: string) =>
  as(nation.runtime, who, async (ctx) => {
    const [outcome] = await runBatch(ctx, directPosts, [
      { caller: signedIn(who), input: { conversationId, message, ...none } },
    ])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const begin = (who: Citizen, other: Citizen) =>
  as(nation.runtime, who, (ctx) => startConversation(ctx, { recipientId: other.uid })).then((one) => one.conversationId)

const search = (who: Citizen, query: string, more: Asked = {}) =>
  read(nation.runtime, signedIn(who), (ctx) =>
    searchMessages(ctx as CitizenContext, { query, in: undefined, cursor: undefined, ...more }),
  )
const found = async (who: Citizen, query: string, more: Asked = {}) =>
  (await search(who, query, more)).results.map(({ message }) => message)

const people = async (n: number) => Promise.all(Array.from({ length: n }, () => aCitizen(nation.database)))
const wordRows = () =>
  nation.database.query<object[]>('SELECT conversation_id, word, number FROM message_words ORDER BY 1, 2, 3')

describe('A search of messages', () => {
  it('finds beginnings of words without case and accents, all of them, the newest first', async () => {
    const [ada, ben] = await people(2)
    await say(ada!, ['The Harbour is closed', 'A café at the harbours', 'Harbor', 'Nothing'])
    await index()
    expect(await found(ben!, 'harbour')).toEqual(['A café at the harbours', 'The Harbour is closed'])
    expect(await found(ben!, 'HARBOUR cafe')).toEqual(['A café at the harbours'])
    expect(await found(ben!, 'arbour')).toEqual([])
    expect(await found(ben!, '%')).toEqual([])
    expect((await search(ben!, 'closed')).results[0]).toMatchObject({
      conversationId: 'citizens',
      name: 'Citizens Chat',
      number: 1,
      senderId: ada!.uid,
      timestamp: nation.clock.now().getTime(),
    })
  })

  it('reaches what its reader may read, and nothing else', async () => {
    const [ada, ben, eve] = await people(3)
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const conversation = await begin(ada!, ben!)
    await sayTo(ada!, conversation, 'A secret for Ben')
    await say(admin, ['A secret of the admins'], 'admins')
    await index()
    expect(await found(ben!, 'secret')).toEqual(['A secret for Ben'])
    expect((await search(ben!, 'secret')).results[0]).toMatchObject({
      conversationId: conversation,
      name: ada!.username,
    })
    expect(await found(admin, 'secret')).toEqual(['A secret of the admins'])
    expect(await found(eve!, 'secret')).toEqual([])
    await expect(found(eve!, 'secret', { in: 'admins' })).rejects.toMatchObject({ code: 'group_forbidden' })
    await expect(found(eve!, 'secret', { in: conversation })).rejects.toMatchObject({ code: 'conversation_not_found' })
    expect(await found(ben!, 'secret', { in: conversation })).toEqual(['A secret for Ben'])
    expect(await found(ben!, 'secret', { in: 'citizens' })).toEqual([])
  })

  it('finds a message by what it says now, before and behind the projection, and keeps no word of a deleted one', async () => {
    const [ada] = await people(1)
    const [edited, deleted, late] = await say(ada!, ['An orchard', 'A lighthouse', 'A windmill'])
    await as(nation.runtime, ada!, (ctx) => deleteMessage(ctx, { messageId: late! }))
    await index()
    await as(nation.runtime, ada!, (ctx) => editMessage(ctx, { messageId: edited!, message: 'A vineyard' }))
    await as(nation.runtime, ada!, (ctx) => deleteMessage(ctx, { messageId: deleted! }))
    await index()
    expect(await found(ada!, 'orchard')).toEqual([])
    expect(await found(ada!, 'vineyard')).toEqual(['A vineyard'])
    const kept = (await nation.database.query<{ word: string }[]>('SELECT word FROM message_words')).map(
      (row) => row.word,
    )
    expect(kept.toSorted()).toEqual(['a', 'vineyard'])
  })

  it('leaves out what is withheld, to whom it is withheld', async () => {
    const [ada, ben] = await people(2)
    const conversation = await begin(ada!, ben!)
    await sayTo(ada!, conversation, 'Hello')
    await sayTo(ben!, conversation, 'Hello to you')
    await as(nation.runtime, ben!, (ctx) => block(ctx, { citizenId: ada!.uid }))
    await sayTo(ada!, conversation, 'Hello, are you there?')
    await index()
    expect(await found(ben!, 'hello')).toEqual(['Hello to you', 'Hello'])
    expect(await found(ada!, 'hello')).toEqual(['Hello, are you there?', 'Hello to you', 'Hello'])
  })

  it('goes on by pages over conversations, each message once, also where a word is common', async () => {
    const [ada, ben] = await people(2)
    const texts = Array.from({ length: 450 }, (_, n) => (n % 2 === 0 ? `Bell ${n}` : `belfry ${n} tolls`))
    await say(ada!, texts)
    const conversation = await begin(ada!, ben!)
    await sayTo(ada!, conversation, 'The bells of the town')
    await index()
    const pages: string[][] = []
    for (let cursor: string | undefined; ;) {
      const page = await search(ada!, 'bel', { cursor })
      pages.push(page.results.map(({ message }) => message))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(pages.flat()).toEqual([...texts.toReversed(), 'The bells of the town'])
    expect(pages.slice(0, -1).every(({ length }) => length === 20)).toBe(true)
    expect(await found(ada!, 'bel tolls')).toEqual(
      texts
        .filter((_, n) => n % 2 === 1)
        .toReversed()
        .slice(0, 20),
    )
    await expect(search(ada!, 'bel', { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('reads messages of many commits of a group at once, and finds each', async () => {
    const [ada, ben] = await people(2)
    const conversation = await begin(ada!, ben!)
    await sayTo(ada!, conversation, 'Hello')
    await sayTo(ben!, conversation, 'Welcome')
    const texts = Array.from({ length: 12 }, (_, n) => `Toll ${n}`)
    for (const text of texts) {
      await say(ada!, [text])
      await sayTo(ada!, conversation, `${text}, to you`)
    }
    for (let more = true; more;) ({ more } = await sequence(nation.database))
    const posted = (await entriesAfter(nation.database, 0, 100)).filter(({ kind }) =>
      kind.startsWith('messenger.posted'),
    )
    const reads = await as(nation.runtime, ada!, async (ctx) => {
      const asked = vi.spyOn(ctx.tx, 'query')
      await messageWordsProjection.apply(ctx, posted)
      return asked.mock.calls.filter(([sql]) => sql.includes('FROM messages')).length
    })
    expect(posted).toHaveLength(2 + 2 * texts.length)
    expect(reads).toBe(2)
    const newest = texts.toReversed()
    expect(await found(ada!, 'toll')).toEqual([...newest, ...newest.slice(0, 8).map((text) => `${text}, to you`)])
  })

  it('is taken away with its writer’s account, and can be written anew from the messages', async () => {
    const [ada, ben] = await people(2)
    await say(ada!, ['Goodbye, nation'])
    await say(ben!, ['Goodbye, Ada'])
    await index()
    const rows = await wordRows()
    await nation.database.query('DELETE FROM message_words')
    expect(await rebuildWords(nation.database)).toBe(2)
    expect(await wordRows()).toEqual(rows)
    await nation.database.transaction('READ COMMITTED', (tx) => eraseMessages(tx, ada!, nation.clock.now()))
    expect(await found(ben!, 'goodbye')).toEqual(['Goodbye, Ada'])
    expect(await rebuildWords(nation.database)).toBe(2)
    expect(JSON.stringify(await wordRows())).not.toContain('nation')
  })
})

import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { entriesAfter, sequence } from '../journal'
import { aCitizen, useTestNation } from '../testing'
import { acceptRequest, block, editMessage, liveMessages, react, unblock } from '.'
import { eraseMessages, talkIn } from './testing'

const nation = useTestNation()
const { change, say, sayTo, start, page, texts, conversations, groups } = talkIn(nation)

const two = async () => [await aCitizen(nation.database), await aCitizen(nation.database)] as const
const blocks = (who: Citizen, other: Citizen) => change(who, (ctx) => block(ctx, { citizenId: other.uid }))
const unblocks = (who: Citizen, other: Citizen) => change(who, (ctx) => unblock(ctx, { citizenId: other.uid }))
const give = (who: Citizen, messageId: string, on = true) =>
  change(who, async (ctx) => (await react(ctx, { messageId, reaction: 'heart', on })).message.reactions)
const code = (error: { code: string }) => error.code

describe('A request of a blocked citizen', () => {
  it('looks to them like any other, before and after the block ends', async () => {
    const seen = async (isBlocked: boolean) => {
      const [ada, ben] = await two()
      if (isBlocked) await blocks(ada, ben)
      const conversationId = await start(ben, ada)
      const looks: unknown[] = []
      const look = async () => {
        const [{ id: _, participants: __, otherUser: ___, ...line } = {}] = await conversations(ben)
        looks.push(line, await texts(ben, conversationId), await sayTo(ben, conversationId, 'Hello??').catch(code))
      }
      await sayTo(ben, conversationId, 'Hello?')
      await look()
      if (isBlocked) await unblocks(ada, ben)
      await look()
      return { looks, ada, ben, conversationId }
    }
    const [blocked, free] = [await seen(true), await seen(false)]
    expect(blocked.looks).toEqual(free.looks)
    expect(blocked.looks).toContain('message_request_waits')
    // Who ended the block finds what any stranger's request is.
    const lists = await Promise.all([blocked, free].map(({ ada }) => conversations(ada)))
    const [first, second] = lists.map(([one]) => ({ ...one, id: '', participants: [], otherUser: null }))
    expect(first).toEqual(second)
    expect(first).toMatchObject({ status: 'request', lastMessage: 'Hello?', unreadCount: 1 })
    const { ada, ben, conversationId } = blocked
    expect(await texts(ada, conversationId)).toEqual(['Hello?'])
    await change(ada, (ctx) => acceptRequest(ctx, { conversationId }))
    await sayTo(ben, conversationId, 'Thank you.')
    expect(await texts(ada, conversationId)).toEqual(['Hello?', 'Thank you.'])
  })

  it('is in no list of who blocks them, and withheld again by another block', async () => {
    const [ada, ben] = await two()
    await blocks(ada, ben)
    const conversationId = await start(ben, ada)
    await sayTo(ben, conversationId, 'Hello?')
    expect(await conversations(ada)).toEqual([])
    await unblocks(ada, ben)
    await blocks(ada, ben)
    expect((await conversations(ada))[0]).toMatchObject({ unreadCount: 0, blocked: true })
  })

  it('is not delivered where the conversation was begun by who blocks, or is open', async () => {
    const [ada, ben] = await two()
    const conversationId = await start(ada, ben)
    await sayTo(ada, conversationId, 'Hello, Ben.')
    await blocks(ada, ben)
    await sayTo(ben, conversationId, 'withheld')
    const unread = async () => (await conversations(ada)).map(({ unreadCount }) => unreadCount)
    expect(await unread()).toEqual([0])
    await unblocks(ada, ben)
    expect(await texts(ada, conversationId)).toEqual(['Hello, Ben.', ''])
    expect(await unread()).toEqual([0])
  })
})

describe('A reaction of a blocked citizen', () => {
  const aTalk = async () => {
    const [ada, ben] = await two()
    const conversationId = await start(ada, ben)
    const { messageId } = await sayTo(ada, conversationId, 'Hello, Ben.')
    await sayTo(ben, conversationId, 'Hello, Ada.')
    return { ada, ben, conversationId, messageId }
  }
  const given = async (who: Citizen, conversationId: string) =>
    (await page(who, conversationId)).messages[0]?.reactions.map(({ count, mine }) => [count, mine])

  it('is there for them, and not for who blocks, during the block and afterwards', async () => {
    const { ada, ben, conversationId, messageId } = await aTalk()
    await blocks(ada, ben)
    expect(await give(ben, messageId)).toEqual([{ reaction: 'heart', count: 1, mine: true }])
    expect([await given(ada, conversationId), await given(ben, conversationId)]).toEqual([[], [[1, true]]])
    await unblocks(ada, ben)
    expect([await given(ada, conversationId), await given(ben, conversationId)]).toEqual([[], [[1, true]]])
    // The stream shows each the same as the pages.
    await change(ada, (ctx) => editMessage(ctx, { messageId, message: 'Hello, Ben!' }))
    while ((await sequence(nation.database)).numbered > 0);
    const entries = (await entriesAfter(nation.database, 0, 100)).filter(({ visibility }) => visibility === 'listed')
    const live = (await liveMessages(nation.database, entries)).get(entries.at(-1)?.seq ?? 0)
    const told = (who: Citizen) => live?.byCitizen.get(who.uid)?.messages.map(({ reactions }) => reactions.map(({ count }) => count)) // oxfmt-ignore
    expect([told(ada), told(ben), live?.shared.messages[0]?.reactions]).toEqual([[[]], [[1]], []])
    // Given by both, each sees what they may.
    await give(ada, messageId)
    expect([await given(ada, conversationId), await given(ben, conversationId)]).toEqual([[[1, true]], [[2, true]]])
    // Taken back and given anew, it is one like any other.
    await give(ben, messageId, false)
    expect(await given(ada, conversationId)).toEqual([[1, true]])
    await give(ben, messageId)
    expect([await given(ada, conversationId), await given(ben, conversationId)]).toEqual([[[2, true]], [[2, true]]])
  })

  it('given before the block stays, and both go with who leaves, by a count that is right', async () => {
    const { ada, ben, conversationId, messageId } = await aTalk()
    await give(ben, messageId)
    await blocks(ada, ben)
    expect(await given(ada, conversationId)).toEqual([[1, false]])
    await change(ben, (ctx) => react(ctx, { messageId, reaction: 'sad', on: true }))
    await nation.database.transaction('READ COMMITTED', (tx) => eraseMessages(tx, ben, nation.clock.now()))
    const counts = await nation.database.query<{ count: number }[]>('SELECT count FROM message_reaction_counts')
    expect(counts.map(({ count }) => Number(count))).toEqual([0, 0])
  })

  it('counts in groups, where blocks have no say', async () => {
    const [ada, ben] = await two()
    const { messageId } = await say(ada, 'Elected!')
    await blocks(ada, ben)
    await give(ben, messageId)
    expect(await give(ada, messageId)).toEqual([{ reaction: 'heart', count: 2, mine: true }])
    expect((await groups(ada))[0]).toMatchObject({ unreadCount: 0 })
  })
})

describe('What a blocked citizen writes', () => {
  it('mentions whom it names, as they see it, whether they are blocked or not; and notifies no one', async () => {
    const seen = async (isBlocked: boolean) => {
      const ada = await aCitizen(nation.database, { handle: `ada_${isBlocked}` })
      const ben = await aCitizen(nation.database)
      const conversationId = await start(ada, ben)
      await sayTo(ada, conversationId, 'Hello, Ben.')
      const early = await sayTo(ben, conversationId, 'Hello.')
      if (isBlocked) await blocks(ada, ben)
      const late = await sayTo(ben, conversationId, `Look, @ada_${isBlocked}.`)
      const edits = [early, late].map(({ messageId }) =>
        change(ben, (ctx) => editMessage(ctx, { messageId, message: `Look here, @ada_${isBlocked}.` })),
      )
      const edited = (await Promise.all(edits)).map(({ message }) => message)
      const shown = [...(await page(ben, conversationId)).messages, ...edited]
      return { ada, conversationId, mentions: shown.map(({ mentions }) => mentions.map((uid) => uid === ada.uid)) }
    }
    const [blocked, free] = [await seen(true), await seen(false)]
    expect(blocked.mentions).toEqual(free.mentions)
    expect(blocked.mentions).toEqual([[], [true], [true], [true], [true]])
    const { ada, conversationId } = blocked
    expect(await conversations(ada)).toMatchObject([{ mentionCount: 0, unreadCount: 0 }])
    const { messages } = await page(ada, conversationId)
    expect(messages.map(({ mentions, mentionsYou }) => [mentions, mentionsYou])).toEqual(
      messages.map(() => [[], false]),
    )
  })

  it('tells who blocks them not even what it answered', async () => {
    const [ada, ben] = await two()
    const conversationId = await start(ada, ben)
    await sayTo(ada, conversationId, 'Hello, Ben.')
    await sayTo(ben, conversationId, 'Hello, Ada.')
    await blocks(ada, ben)
    await sayTo(ben, conversationId, 'Why?', { replyTo: 1 })
    const replies = async (who: Citizen) =>
      (await page(who, conversationId)).messages.map(({ replyTo }) => replyTo?.number)
    expect([await replies(ada), await replies(ben)]).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, 1],
    ])
  })
})

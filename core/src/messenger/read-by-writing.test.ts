import { describe, expect, it } from 'vitest'
import { runBatch } from '../platform'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { directPosts, markAsRead, postToGroup } from '.'
import { talkIn } from './testing'

const nation = useTestNation()
const { change, say, sayTo, start, conversations, groups } = talkIn(nation)

const two = async () => [await aCitizen(nation.database), await aCitizen(nation.database, { isAdmin: true })] as const

describe('Who writes', () => {
  it('has not read what came meanwhile: it stays unread, with what they wrote behind it', async () => {
    const [ada, ben] = await two()
    await say(ada, 'one')
    await say(ben, 'two')
    await say(ben, 'three')
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 1, unreadCount: 2 })
    await say(ada, 'from a device that has not shown them')
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 1, unreadCount: 3, lastNumber: 4 })
    const mark = (number: number) => change(ada, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number }))
    expect(await mark(4)).toMatchObject({ readNumber: 4, unreadCount: 0 })
    await say(ada, 'having read all')
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 5, unreadCount: 0 })
  })

  it('has read up to where they say, and their own message where nothing else stands between', async () => {
    const [ada, ben] = await two()
    await say(ada, 'one')
    for (const text of ['two', 'three']) await say(ben, text)
    await say(ada, 'four', { readNumber: 2 })
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 2, unreadCount: 2 })
    await say(ada, 'five', { readNumber: 4 })
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 5, unreadCount: 0 })
    await say(ben, 'six')
    // What is not there yet cannot have been read.
    await say(ada, 'seven', { readNumber: 1_000 })
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 7, unreadCount: 0 })
    await say(ada, 'eight', { readNumber: 1 })
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 8 })
  })

  it('has read nothing by it in a direct conversation either', async () => {
    const [ada, ben] = await two()
    const conversationId = await start(ada, ben)
    await sayTo(ada, conversationId, 'one')
    expect((await conversations(ada))[0]).toMatchObject({ unreadCount: 0 })
    await sayTo(ben, conversationId, 'two')
    expect((await conversations(ben))[0]).toMatchObject({ readNumber: 0, unreadCount: 2 })
    await sayTo(ben, conversationId, 'three', { readNumber: 2 })
    expect((await conversations(ben))[0]).toMatchObject({ readNumber: 3, unreadCount: 0 })
  })

  it('first, after they joined, has missed what was said since', async () => {
    const ben = await aCitizen(nation.database)
    await say(ben, 'before')
    nation.clock.set(new Date(nation.clock.now().getTime() + 1_000))
    const joinedAt = nation.clock.now()
    const [ada, eve] = [await aCitizen(nation.database, { joinedAt }), await aCitizen(nation.database, { joinedAt })]
    await say(eve, 'hello')
    expect((await groups(eve))[0]).toMatchObject({ readNumber: 2, unreadCount: 0 })
    await say(ada, 'hello, too')
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 1, unreadCount: 2 })
  })

  it('several times in one batch, with others between, has read what stands before the first of these', async () => {
    const [ada, ben] = await two()
    const input = { groupId: 'citizens' as const, message: 'one of many' }
    await change(ada, (ctx) =>
      postToGroup(
        ctx,
        [ada, ada, ben, ada].map((who) => ({ caller: signedIn(who), input })),
      ),
    )
    expect((await groups(ada))[0]).toMatchObject({ readNumber: 2, unreadCount: 2 })
    expect((await groups(ben))[0]).toMatchObject({ readNumber: 0, unreadCount: 4 })
    const conversationId = await start(ada, ben)
    await change(ada, (ctx) =>
      runBatch(
        ctx,
        directPosts,
        ['x', 'y'].map((message) => ({ caller: signedIn(ada), input: { conversationId, message } })),
      ),
    )
    expect((await conversations(ada))[0]).toMatchObject({ readNumber: 2, unreadCount: 0 })
  })
})

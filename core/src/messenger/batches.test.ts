import { expect, it } from 'vitest'
import type { JournalEntry } from '../journal'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { runBatch, waitForLocks } from '../platform'
import { directPosts, groupPosts, liveMessages, postToGroup } from '.'
import { talkIn } from './testing'

const nation = useTestNation()
const { change, start, page } = talkIn(nation)

it('The messages of one event are presented once each, and once more for each who is in them', async () => {
  const crowd = await Promise.all(Array.from({ length: 60 }, (_, n) => aCitizen(nation.database, { handle: `c_${n}` })))
  const posts = crowd.map((who, n) => ({
    caller: signedIn(who),
    input: { groupId: 'citizens' as const, message: `@c_${(n + 1) % crowd.length}, hello` },
  }))
  await change(crowd[0]!, (ctx) => postToGroup(ctx, posts))
  const entry: JournalEntry = {
    seq: 1,
    kind: 'messenger.posted',
    actor: null,
    subject: 'citizens',
    visibility: 'citizens',
    at: nation.clock.now(),
    facts: { channel: 'citizens', from: 1, to: crowd.length },
  }
  const live = (await liveMessages(nation.database, [entry])).get(1)
  const shared = new Set<object>(live?.shared.messages)
  const own = [...(live?.byCitizen.values() ?? [])].flatMap(({ messages }) =>
    messages.filter((one) => !shared.has(one)),
  )
  expect([shared.size, live?.byCitizen.size, own.length]).toEqual([60, 60, 120])
  const [ofFirst] = [live?.byCitizen.get(crowd[1]!.uid)?.messages]
  expect(ofFirst?.filter(({ mentionsYou }) => mentionsYou).map(({ number }) => number)).toEqual([1])
  expect(ofFirst?.map(({ number }) => number)).toEqual(crowd.map((_, place) => place + 1))
})

it('A batch of many conversations numbers each, and tells of each once', async () => {
  const ada = await aCitizen(nation.database, { isAdmin: true })
  const others = await Promise.all(Array.from({ length: 20 }, () => aCitizen(nation.database)))
  const ids: string[] = []
  for (const other of others) ids.push(await start(other, ada))
  const posts = [...others, ...others.toReversed()].map((who) => ({
    caller: signedIn(who),
    input: { conversationId: ids[others.indexOf(who)] ?? '', message: 'Hello' },
  }))
  await change(ada, (ctx) => runBatch(ctx, directPosts, posts))
  for (const [place, id] of ids.entries())
    expect(await page(others[place]!, id)).toMatchObject({ lastNumber: 2, readNumber: 2 })
  const told = await nation.database.query<{ reach: string }[]>(
    `SELECT CONCAT(JSON_VALUE(facts, '$.from'), '-', JSON_VALUE(facts, '$.to')) AS reach FROM journal
     WHERE kind = 'messenger.posted-directly'`,
  )
  expect(told.map(({ reach }) => reach)).toEqual(ids.map(() => '1-2'))
})

it('A batch reads only what its messages need: no pairs for a group, no citizens or images where none is named', async () => {
  const ada = signedIn(await aCitizen(nation.database))
  const readings = (input: { readonly message: string; readonly images?: string[] }, service = groupPosts) =>
    service
      .statements([{ caller: ada, input: { groupId: 'citizens', ...input } }], waitForLocks)
      .filter((one) => one !== null).length
  expect(readings({ message: 'Hello' })).toBe(4)
  expect(readings({ message: '@ben, hello' })).toBe(5)
  expect(readings({ message: 'Hello', images: ['/media/one.webp'] })).toBe(6)
  // What was sent before is read only behind a batch that may repeat it.
  expect(readings({ message: 'Hello' }, groupPosts.withRepeats)).toBe(5)
})

import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { JournalDraft } from '../platform/journal-draft'
import { runBatch, type CitizenContext } from '../platform'
import { newPublicId } from '../platform/ids'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { block, directPosts, unblock } from '.'
import { talkIn } from './testing'

const nation = useTestNation({ poolSize: 8 })
const { start } = talkIn(nation)

const pairs = 24
const rounds = 20

/** Sends a message of each of these citizens in one transaction that is not repeated when it meets a deadlock. */
const sendAll = (posts: readonly { readonly who: Citizen; readonly conversationId: string }[]) =>
  nation.database.transaction('READ COMMITTED', (tx) =>
    runBatch(
      { tx, now: () => nation.clock.now(), newId: () => newPublicId(nation.clock.now()), journal: new JournalDraft() },
      directPosts,
      posts.map(({ who, conversationId }) => ({ caller: signedIn(who), input: { conversationId, message: 'Hello' } })),
    ),
  )

/** Blocks, or ends a block, in one transaction that is not repeated either. */
const once = (who: Citizen, service: (ctx: CitizenContext) => Promise<unknown>) =>
  nation.database.transaction('READ COMMITTED', async (tx) => {
    const now = () => nation.clock.now()
    await service({
      tx,
      now,
      newId: () => newPublicId(now()),
      journal: new JournalDraft(),
      caller: signedIn(who),
    })
    return []
  })

it('Batches that touch the same conversations in different orders, and blocks, meet no deadlock', async () => {
  const talks: { ada: Citizen; ben: Citizen; conversationId: string }[] = []
  const began = nation.clock.now().getTime()
  for (let n = 0; n < pairs; n++) {
    // Their public ids descend while their keys ascend.
    nation.clock.set(new Date(began - n * 1_000))
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database, { isAdmin: true })]
    talks.push({ ada, ben, conversationId: await start(ada, ben) })
  }
  // One batch of the first citizens of all pairs, small ones of the second ones: left to itself, the database reads the large one by
  // the primary key and the small ones by their public ids.
  const firsts = talks.map(({ ada, conversationId }) => ({ who: ada, conversationId }))
  const seconds = talks.map(({ ben, conversationId }) => ({ who: ben, conversationId })).toReversed()
  const parts = [0, 1, 2, 3, 4, 5].map((part) => seconds.filter((_, place) => place % 6 === part))
  for (let round = 0; round < rounds; round++) {
    const { ada, ben } = talks[round % pairs] as (typeof talks)[number]
    const outcomes = await Promise.all([
      sendAll(round % 2 === 0 ? firsts : firsts.toReversed()),
      ...parts.map(sendAll),
      once(ben, (ctx) => block(ctx, { citizenId: ada.uid })),
      once(ben, (ctx) => unblock(ctx, { citizenId: ada.uid })),
    ])
    const locked = outcomes.flat().filter((one) => one.locked !== undefined)
    expect(locked).toEqual([])
    await once(ben, (ctx) => unblock(ctx, { citizenId: ada.uid }))
  }
  const [row] = await nation.database.query<{ numbers: string; messages: string }[]>(
    `SELECT (SELECT SUM(last_number) FROM conversations WHERE channel IS NULL) AS numbers,
       (SELECT COUNT(*) FROM messages) AS messages`,
  )
  expect(row?.numbers).toBe(row?.messages)
  expect(Number(row?.messages)).toBeGreaterThan(rounds * pairs)
})

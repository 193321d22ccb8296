import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { read, type CitizenContext } from '../platform'
import { aCitizen, as, signedIn, useTestNation } from '../testing'
import { deleteMessage, editMessage, getGroups, markAsRead, postToGroup, react } from '.'

const nation = useTestNation({ poolSize: 8 })

const say = (who: Citizen, message: string) =>
  as(nation.runtime, who, async (ctx) => {
    const input = { groupId: 'citizens', message, clientId: undefined, replyTo: undefined, images: undefined } as const
    const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
    return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
  })
const numbersOf = async (sql: string, values: unknown[] = []): Promise<number[]> =>
  Object.values((await nation.database.query<Record<string, string>[]>(sql, values))[0] ?? {}).map(Number)

it('A citizen’s reaction that comes several times at once is given once, and counts equal a recount', async () => {
  const crowd = await Promise.all(Array.from({ length: 6 }, () => aCitizen(nation.database)))
  const { messageId } = await say(crowd[0]!, 'Elected!')
  const give = (who: Citizen, on: boolean) =>
    as(nation.runtime, who, (ctx) => react(ctx, { messageId, reaction: 'heart', on }))
  await Promise.all(crowd.flatMap((who) => [give(who, true), give(who, true)]))
  expect(await numbersOf('SELECT count, (SELECT COUNT(*) FROM message_reactions) AS n FROM message_reaction_counts')).toEqual([6, 6]) // oxfmt-ignore
  await Promise.all(crowd.flatMap((who, place) => [give(who, false), give(who, place % 2 === 0)]))
  const [count, recount] = await numbersOf(
    'SELECT count, (SELECT COUNT(*) FROM message_reactions) AS n FROM message_reaction_counts',
  )
  expect(count).toBe(recount)
})

it('An edit and a deletion at once leave a message that has neither text nor mentions', async () => {
  const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database, { handle: 'ben' })]
  for (let round = 0; round < 10; round++) {
    const { messageId } = await say(ada, 'First')
    const edit = as(nation.runtime, ada, (ctx) => editMessage(ctx, { messageId, message: '@ben, look' }))
    const remove = as(nation.runtime, ada, (ctx) => deleteMessage(ctx, { messageId }))
    const [edited] = await Promise.allSettled([edit, remove])
    if (edited.status === 'rejected') expect(edited.reason).toMatchObject({ code: 'message_deleted' })
  }
  expect(
    await numbersOf(
      `SELECT COUNT(IF(text = '' AND deleted_at IS NOT NULL AND NOT has_mentions, 1, NULL)) AS silent, COUNT(*) AS n,
         (SELECT COUNT(*) FROM message_mentions WHERE citizen_id = ?) AS mentions FROM messages`,
      [ben.id],
    ),
  ).toEqual([10, 10, 0])
})

it('Unread mentions equal a recount while messages come, are edited and are read', async () => {
  const ben = await aCitizen(nation.database, { handle: 'ben' })
  const crowd = await Promise.all(Array.from({ length: 4 }, () => aCitizen(nation.database)))
  const talk = crowd.map(async (who, place) => {
    for (let n = 0; n < 6; n++) {
      const { messageId, number } = await say(who, n % 2 === 0 ? 'Hello @ben' : 'Hello')
      if (n === place) await as(nation.runtime, who, (ctx) => editMessage(ctx, { messageId, message: '@ben!' }))
      if (n === 3) await as(nation.runtime, ben, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number }))
    }
  })
  await Promise.all(talk)
  const [recount] = await numbersOf(
    `SELECT COUNT(*) AS n FROM messages m JOIN conversation_readers r ON r.conversation_id = m.conversation_id
     WHERE r.citizen_id = ? AND m.number > r.read_number AND m.text LIKE '%@ben%'`,
    [ben.id],
  )
  const { groups } = await read(nation.runtime, signedIn(ben), (ctx) => getGroups(ctx as CitizenContext))
  expect(groups[0]?.mentionCount).toBe(recount)
})

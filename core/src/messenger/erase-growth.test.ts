import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { aCitizen, rowsLookedAt, signedIn, useTestNation } from '../testing'
import { postToGroup } from '.'
import { deleteMessages } from './erase'
import { talkIn } from './testing'

const nation = useTestNation()
const { change } = talkIn(nation)

/** Writes messages of a citizen, none of them with a client's id. */
async function write(who: Citizen, count: number): Promise<void> {
  const input = { groupId: 'citizens' as const, message: 'one of many' }
  for (let left = count; left > 0; left -= 1_000) {
    const posts = Array.from({ length: Math.min(left, 1_000) }, () => ({ caller: signedIn(who), input }))
    await change(who, (ctx) => postToGroup(ctx, posts))
  }
  // A plan follows what the database knows of its tables: that each has grown.
  await nation.database.query('ANALYZE TABLE messages, conversations')
}

/** How many rows each batch of an erasure looks at, from the first to the last. */
async function batchesOf(who: Citizen): Promise<number[]> {
  const rows: number[] = []
  let after: string | null | undefined
  while (after !== null) {
    rows.push(
      await rowsLookedAt(nation.url, async (database) => {
        after = await database.transaction('READ COMMITTED', (tx) =>
          deleteMessages(tx, who.id, nation.clock.now(), after ?? undefined),
        )
      }),
    )
  }
  return rows
}

it('Each batch of an erasure looks at as many rows, however much the leaver and others said', async () => {
  const [ada, ben, others] = [
    await aCitizen(nation.database),
    await aCitizen(nation.database),
    await aCitizen(nation.database),
  ]
  await write(ada, 1_100)
  await write(others, 4_000)
  await write(ben, 5_100)
  const [few, many] = [await batchesOf(ada), await batchesOf(ben)]
  expect([few.length, many.length]).toEqual([4, 12])
  // The first opens the tables; the last has a part of a batch.
  const most = Math.max(...few) * 1.2 + 20
  expect(many.filter((rows) => rows > most)).toEqual([])
  const [left] = await nation.database.query<{ n: string }[]>(
    `SELECT COUNT(*) AS n FROM messages WHERE sender_id IN (?) AND (text <> '' OR deleted_at IS NULL)`,
    [[ada.id, ben.id]],
  )
  expect(Number(left?.n)).toBe(0)
})

it('The erasure of a citizen with one message of one word looks at few rows among those of others', async () => {
  const [one, others] = [await aCitizen(nation.database), await aCitizen(nation.database)]
  await write(others, 2_000)
  const input = { groupId: 'citizens' as const, message: 'aye' }
  await change(one, (ctx) => postToGroup(ctx, [{ caller: signedIn(one), input }]))
  const rows = await batchesOf(one)
  // Opening the tables is most of it. A statement that looks through one of them adds thousands.
  expect(rows.filter((looked) => looked > 400)).toEqual([])
})

import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { waitForLocks, type Statement } from '../platform'
import { aCitizen, rowsLookedAt, signedIn, useTestNation } from '../testing'
import { directPosts, groupPosts } from '.'
import { talkIn } from './testing'

const nation = useTestNation()
const { say, sayTo, start } = talkIn(nation)

/** Markers of a citizen in conversations that no message of the test is about. */
const markElsewhere = (who: Citizen, count: number) =>
  nation.database.query(
    `INSERT INTO conversation_readers (citizen_id, conversation_id, read_number)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     SELECT ?, 1000000 + n, 1 FROM numbers`,
    [count, who.id],
  )

/** How many rows the first statements of a batch look at. */
const readsOf = (statements: readonly (Statement | null)[]) =>
  rowsLookedAt(nation.url, (database) =>
    database.transaction('READ COMMITTED', async (tx) => {
      for (const one of statements) if (one) await tx.query(one.sql, one.values as unknown[])
    }),
  )

it('A batch looks at as many rows, however many markers its senders have: in one channel, in two, or directly', async () => {
  const senders = await Promise.all(Array.from({ length: 12 }, () => aCitizen(nation.database, { isAdmin: true })))
  const other = await aCitizen(nation.database)
  const direct: string[] = []
  for (const sender of senders) {
    for (const groupId of ['citizens', 'admins'] as const) await say(sender, 'Hello', { groupId })
    direct.push(await start(sender, other))
    await sayTo(sender, direct.at(-1)!, 'Hello')
  }
  const inGroups = (groupIds: readonly ('citizens' | 'admins')[]) =>
    groupPosts.statements(
      senders.map((sender, n) => ({
        caller: signedIn(sender),
        input: { groupId: groupIds[n % groupIds.length]!, message: 'Hello' },
      })),
      waitForLocks,
    )
  const batches = {
    'one channel': inGroups(['citizens']),
    'two channels': inGroups(['citizens', 'admins']),
    direct: directPosts.statements(
      senders.map((sender, n) => ({
        caller: signedIn(sender),
        input: { conversationId: direct[n]!, message: 'Hello' },
      })),
      waitForLocks,
    ),
  }
  const readsOfEach = async () => {
    const reads: Record<string, number> = {}
    for (const [name, statements] of Object.entries(batches)) reads[name] = await readsOf(statements)
    return reads
  }
  /** With what the database knows of its tables up to date. The first reading opens them anew. */
  const reads = async () => {
    await nation.database.query(
      'ANALYZE TABLE citizens, conversations, conversation_readers, citizen_blocks, citizen_mutes, messages',
    )
    await readsOfEach()
    return readsOfEach()
  }
  const few = await reads()
  for (const sender of senders) await markElsewhere(sender, 200)
  const many = await reads()
  for (const [name, reads] of Object.entries(many)) expect([name, reads]).toEqual([name, few[name]])
})

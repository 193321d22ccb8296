import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { aCitizen, lockWaits, useTestNation } from '../testing'
import { report, resolveReport } from '.'
import { deleteSafety } from './erase'
import { eraseMessages, talkIn } from './testing'

const nation = useTestNation({ poolSize: 8 })
const { change, say } = talkIn(nation)

const leave = (who: Citizen) =>
  nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), who.id])
const wordsLeft = async (who: Citizen) =>
  Number((await nation.database.query<{ n: string }[]>(`SELECT COUNT(*) AS n FROM message_report_lines WHERE sender_id = ? AND text <> ''`, [who.id]))[0]?.n) // oxfmt-ignore

/** A talk of two in the group of citizens: every other message is Ben's. */
async function aTalk() {
  const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.push((await say(n % 2 === 0 ? ada : ben, `m${n}`)).messageId)
  return { ada, ben, ids }
}

it('A report that comes while an erasure is not committed yet copies nothing of the citizen who left', async () => {
  const { ada, ben, ids } = await aTalk()
  const eve = await aCitizen(nation.database)
  await leave(ben)
  const erasure = nation.database.createQueryRunner()
  await erasure.startTransaction('READ COMMITTED')
  await eraseMessages(erasure.manager, ben, nation.clock.now())
  await deleteSafety(erasure.manager, ben.id)
  let settled = false
  const reported = change(eve, (ctx) => report(ctx, { messageId: ids[2] ?? '', reason: 'x' })).finally(() => {
    settled = true
  })
  await expect
    .poll(async () => settled || (await lockWaits(nation.database)) > 0, { timeout: 10_000, interval: 300 })
    .toBe(true)
  await erasure.commitTransaction()
  await erasure.release()
  expect(await reported).toMatchObject({ reported: true })
  expect(await wordsLeft(ben)).toBe(0)
  // What others said is there.
  expect(await wordsLeft(ada)).toBe(4)
})

it('Reports and an erasure at the same moment leave no copy, in whatever order they come', async () => {
  for (let round = 0; round < 20; round++) {
    const { ben, ids } = await aTalk()
    const crowd = await Promise.all(Array.from({ length: 5 }, () => aCitizen(nation.database)))
    await leave(ben)
    const erase = nation.database.transaction('READ COMMITTED', async (tx) => {
      await eraseMessages(tx, ben, nation.clock.now())
      await deleteSafety(tx, ben.id)
    })
    const reports = crowd.map((who, place) =>
      change(who, (ctx) => report(ctx, { messageId: ids[place] ?? '', reason: 'x' })).catch(
        ({ code }: { code: string }) => expect(code).toBe('message_deleted'),
      ),
    )
    await Promise.all([erase, ...reports])
    expect(await wordsLeft(ben)).toBe(0)
  }
})

it('What is said of a report waits for who is leaving, and keeps no words then', async () => {
  const { ada, ben, ids } = await aTalk()
  const moderator = await aCitizen(nation.database, { role: 'moderator' })
  await change(ada, (ctx) => report(ctx, { messageId: ids[1] ?? '', reason: 'x' }))
  const [{ uid }] = await nation.database.query<[{ uid: string }]>('SELECT uid FROM message_reports')
  const leaving = nation.database.createQueryRunner()
  await leaving.startTransaction('READ COMMITTED')
  await leaving.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ben.id])
  let settled = false
  const resolved = change(moderator, (ctx) => resolveReport(ctx, { reportId: uid, resolution: 'Ben was muted.' })).finally(() => {
    settled = true
  }) // oxfmt-ignore
  await expect
    .poll(async () => settled || (await lockWaits(nation.database)) > 0, { timeout: 10_000, interval: 300 })
    .toBe(true)
  await leaving.commitTransaction()
  await leaving.release()
  await resolved
  const words = await nation.database.query<object[]>(
    `SELECT uid FROM message_reports WHERE resolution <> '' UNION SELECT kind FROM journal WHERE facts LIKE '%was muted%'`,
  )
  expect(words).toEqual([])
})

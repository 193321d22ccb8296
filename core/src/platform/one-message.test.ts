import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCitizen, useTestNation } from '../testing'
import { openDatabase } from '../nation'
import { inOneMessage, transactionInTwoMessages, type Statement } from './one-message'

const nation = useTestNation({ poolSize: 2 })
const sent: string[] = []
let several: DataSource
beforeAll(async () => {
  // One connection: what the last transaction left behind would be the next one's.
  several = await openDatabase({
    url: nation.url,
    poolSize: 1,
    severalAtOnce: true,
    onStatement: (sql) => sent.push(sql),
  })
})
afterAll(() => several.destroy())

const names = async () => {
  const rows: { username: string }[] = await nation.database.query('SELECT username FROM citizens ORDER BY id')
  return rows.map((row) => row.username)
}
const rename = (id: string, to: string): Statement => ({
  sql: 'UPDATE citizens SET username = ? WHERE id = ?',
  values: [to, id],
})
const nameOf = (id: string): Statement => ({ sql: 'SELECT username FROM citizens WHERE id IN (?)', values: [[id]] })
const broken: Statement = { sql: 'SELECT nothing FROM nowhere', values: [] }

describe('Statements that go together', () => {
  it('answer in their order, each after the one before it, in one message or in many', async () => {
    const { id } = await aCitizen(nation.database)
    for (const database of [several, nation.database]) {
      sent.length = 0
      const answers = await transactionInTwoMessages(database, async (tx) => {
        const [, found, , again] = await inOneMessage(tx, [
          rename(id, "'; DROP"),
          nameOf(id),
          rename(id, 'ben?'),
          nameOf(id),
        ])
        return { answer: [found, again], last: [rename(id, 'caro')] }
      })
      expect(answers).toEqual([[{ username: "'; DROP" }], [{ username: 'ben?' }]])
      expect(await names()).toEqual(['caro'])
    }
  })

  it('take one message, and the commit one with what is written last', async () => {
    const { id } = await aCitizen(nation.database)
    sent.length = 0
    await transactionInTwoMessages(several, async (tx) => {
      await inOneMessage(tx, [rename(id, 'ada'), nameOf(id)])
      return { answer: null, last: [rename(id, 'ben')] }
    })
    expect(sent).toHaveLength(2)
    expect(await names()).toEqual(['ben'])
  })

  it('are all undone when one of them fails, whatever follows on the same connection', async () => {
    const { id } = await aCitizen(nation.database, { username: 'before' })
    const failing = [
      transactionInTwoMessages(several, async (tx) => {
        await inOneMessage(tx, [rename(id, 'ada'), broken, rename(id, 'ben')])
        return { answer: null, last: [] }
      }),
      transactionInTwoMessages(several, async (tx) => {
        await inOneMessage(tx, [rename(id, 'ada'), nameOf(id)])
        return { answer: null, last: [rename(id, 'ben'), broken] }
      }),
      transactionInTwoMessages(several, async (tx) => {
        await inOneMessage(tx, [rename(id, 'ada'), nameOf(id)])
        throw new Error('refused')
      }),
    ]
    expect((await Promise.allSettled(failing)).map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    await transactionInTwoMessages(several, () => Promise.resolve({ answer: null, last: [] }))
    expect(await names()).toEqual(['before'])
  })

  it('leave a whole connection behind when theirs breaks in the middle', async () => {
    const { id } = await aCitizen(nation.database, { username: 'before' })
    const broken = transactionInTwoMessages(several, async (tx) => {
      const [, [self]] = (await inOneMessage(tx, [
        rename(id, 'ada'),
        { sql: 'SELECT CONNECTION_ID() AS id', values: [] },
      ])) as [unknown, [{ id: string }]]
      await nation.database.query(`KILL ${self.id}`)
      return { answer: null, last: [rename(id, 'ben')] }
    })
    await expect(broken).rejects.toThrow()
    await transactionInTwoMessages(several, () => Promise.resolve({ answer: null, last: [nameOf(id)] }))
    expect(await names()).toEqual(['before'])
  })

  it('bear no transaction of the driver within, whose commit would be half of theirs', async () => {
    const citizen = await aCitizen(nation.database, { username: 'before' })
    const saved = transactionInTwoMessages(several, async (tx) => {
      await tx.query('UPDATE citizens SET username = ? WHERE id = ?', ['ada', citizen.id])
      await tx.save(Object.assign(citizen, { username: 'ben' }))
      return { answer: null, last: [] }
    })
    await expect(saved).rejects.toThrow(/use tx.query/)
    expect(await names()).toEqual(['before'])
  })

  it('are refused by the server in one message on every other connection', async () => {
    await expect(nation.database.query('SELECT 1; SELECT 2')).rejects.toMatchObject({ code: 'ER_PARSE_ERROR' })
  })
})

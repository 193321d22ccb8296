import { expect, it } from 'vitest'
import { useTestNation } from '../testing'
import { audienceOf, committedAfter } from './news'
import { sequence } from './sequencer'

const nation = useTestNation()
const add = (database: { query: (sql: string, values: unknown[]) => Promise<unknown> }, kind: string, facts = {}) =>
  database.query(`INSERT INTO journal (kind, actor, visibility, facts, at) VALUES (?, NULL, 'public', ?, ?)`, [
    kind,
    JSON.stringify(facts),
    nation.clock.now(),
  ])
const kinds = async (seq: number) => (await committedAfter(nation.database, seq)).news.map(({ kind }) => kind)

it('A look finds what is committed, also what has no number and what was begun before others', async () => {
  const { seq } = await committedAfter(nation.database, 0)
  const late = nation.database.createQueryRunner()
  await late.startTransaction()
  await add(late, 'test.late')
  await add(nation.database, 'test.early')
  expect(await kinds(seq)).toEqual(['test.early'])
  await sequence(nation.database)
  const numbered = await committedAfter(nation.database, seq)
  expect(numbered).toMatchObject({ news: [{ kind: 'test.early' }], seq: seq + 1, skipped: false })
  expect(await kinds(numbered.seq)).toEqual([])
  await late.commitTransaction()
  await late.release()
  expect(await kinds(numbered.seq)).toEqual(['test.late'])
})

it('A look that is far behind says so, and goes on at the newest number', async () => {
  for (let n = 0; n < 501; n++) await add(nation.database, 'test.many')
  const { more } = await sequence(nation.database)
  expect(more).toBe(true)
  const { head } = await sequence(nation.database)
  expect(await committedAfter(nation.database, 0)).toMatchObject({ seq: head, skipped: true })
  expect(await committedAfter(nation.database, head)).toEqual({ news: [], seq: head, skipped: false })
})

it('The audience of listed entries is given by public id', async () => {
  await add(nation.database, 'test.listed', { audience: { ada: {}, ben: { position: 'president' } } })
  const { news } = await committedAfter(nation.database, 0)
  expect(
    (
      await audienceOf(
        nation.database,
        news.map(({ id }) => id),
      )
    ).toSorted(),
  ).toEqual(['ada', 'ben'])
  expect(await audienceOf(nation.database, [])).toEqual([])
})

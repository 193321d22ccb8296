import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useTestNation } from '../testing'
import { column, type Shape } from './columns'
import { openDatabase } from '../nation'
import { readFirst, readOne, readRows, rowsOf, write } from './read-rows'
import { inOneMessage } from './one-message'

const nation = useTestNation({ poolSize: 2 })

const at = new Date('2026-01-06T12:00:00.000Z')

/** A table with a column of each kind, and one row without what may be missing. */
const table = `CREATE TABLE shapes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL, nickname VARCHAR(20) NULL,
  is_open TINYINT(1) NOT NULL, tenths DECIMAL(10, 1) NOT NULL, votes INT UNSIGNED NOT NULL, cents BIGINT NOT NULL,
  seal BINARY(2) NOT NULL, at DATETIME(3) NOT NULL, facts JSON NOT NULL)`

beforeEach(async () => {
  await nation.database.query('DROP TABLE IF EXISTS shapes')
  await nation.database.query(table)
  const written = await write(
    nation.database,
    `INSERT INTO shapes (name, nickname, is_open, tenths, votes, cents, seal, at, facts) VALUES (?)`,
    [['Ada', null, 1, '1.5', 7, '9007199254740993', Buffer.from('ok'), at, '{"goals":["peace"]}']],
  )
  expect(written).toEqual({ affectedRows: 1, insertId: '1' })
  return () => nation.database.query('DROP TABLE shapes')
})

describe('rows of a shape', () => {
  it('arrive as the shape says, on both databases', async () => {
    const shape = {
      id: column.key,
      name: column.oneOf(['Ada', 'Ben']),
      nickname: column.text.nullable,
      is_open: column.flag,
      tenths: column.number,
      votes: column.integer,
      cents: column.bigint,
      seal: column.bytes,
      at: column.instant,
      facts: column.json(z.strictObject({ goals: z.array(z.string()) })),
    }
    expect(await readRows(nation.database, shape, 'SELECT * FROM shapes')).toEqual([
      {
        id: '1',
        name: 'Ada',
        nickname: null,
        is_open: true,
        tenths: 1.5,
        votes: 7,
        cents: 9_007_199_254_740_993n,
        seal: Buffer.from('ok'),
        at,
        facts: { goals: ['peace'] },
      },
    ])
  })

  it('hold what is computed, too', async () => {
    const shape = { n: column.integer, votes: column.integer.nullable, is_ada: column.flag, latest: column.instant }
    const sql = `SELECT COUNT(*) AS n, SUM(votes) AS votes, MIN(name = 'Ada') AS is_ada, MAX(at) AS latest FROM shapes`
    expect(await readOne(nation.database, shape, sql)).toEqual({ n: 1, votes: 7, is_ada: true, latest: at })
  })

  it('may be none: the first is undefined then, and the one that is always there is missed', async () => {
    const none = 'SELECT name FROM shapes WHERE id = 0'
    expect(await readFirst(nation.database, { name: column.text }, none)).toBeUndefined()
    await expect(readOne(nation.database, { name: column.text }, none)).rejects.toThrow('No row')
  })

  it('are held to their shape where several statements travel in one message', async () => {
    const crowd = await openDatabase({ url: nation.url, poolSize: 1, severalAtOnce: true })
    try {
      const one = { sql: 'SELECT 1 AS n', values: [] }
      const [, answer] = await inOneMessage(crowd.manager, [one, { sql: 'SELECT 2 AS n', values: [] }])
      expect(() => rowsOf(answer, { m: column.integer })).toThrow("column 'm' is in the shape")
      expect(rowsOf(answer, { n: column.integer })).toEqual([{ n: 2 }])
    } finally {
      await crowd.destroy()
    }
  })
})

describe('a shape that is not what the database answers', () => {
  const refused: [what: string, shape: Shape, sql: string, problem: string][] = [
    [
      'names a column that is called otherwise',
      { title: column.text },
      'SELECT name FROM shapes',
      "column 'title' is in the shape, and the statement does not answer it.",
    ],
    [
      'leaves a column out',
      { name: column.text },
      'SELECT name, votes FROM shapes',
      "column 'votes' is answered, and is not in the shape.",
    ],
    [
      'is answered one name twice',
      { id: column.key },
      'SELECT a.id, b.id FROM shapes AS a JOIN shapes AS b',
      "column 'id' is answered twice.",
    ],
    [
      'forgets that a column may be null',
      { nickname: column.text },
      'SELECT nickname FROM shapes',
      "column 'nickname' ",
    ],
    [
      'forgets that an outer join finds nothing',
      { name: column.text },
      'SELECT b.name FROM shapes AS a LEFT JOIN shapes AS b ON b.id = a.id + 1',
      "column 'name' ",
    ],
    [
      'forgets that a sum of nothing is null',
      { votes: column.integer },
      'SELECT SUM(votes) AS votes FROM shapes WHERE id = 0',
      "column 'votes' is null in a row",
    ],
    [
      'is wrong in saying that nulls are left out',
      { nickname: column.text.present },
      'SELECT nickname FROM shapes',
      "column 'nickname' is null in a row",
    ],
    [
      'takes a decimal for a text',
      { tenths: column.text },
      'SELECT tenths FROM shapes',
      "column 'tenths' is declared as text, and the server answers DECIMAL with 1 decimals.",
    ],
    [
      'takes a decimal for a whole number',
      { tenths: column.integer },
      'SELECT tenths FROM shapes',
      "column 'tenths' is declared as integer, and the server answers DECIMAL with 1 decimals.",
    ],
    [
      'takes a tinyint for a text',
      { is_open: column.text },
      'SELECT is_open FROM shapes',
      "column 'is_open' is declared as text, and the server answers TINY.",
    ],
    [
      'takes a figure for yes or no',
      { votes: column.flag },
      'SELECT votes FROM shapes',
      "column 'votes' is declared as flag, and holds 7.",
    ],
    [
      'takes a key for an instant',
      { id: column.instant },
      'SELECT id FROM shapes WHERE id = 0',
      "column 'id' is declared as instant, and the server answers LONGLONG.",
    ],
    [
      'takes bytes for a text',
      { seal: column.text },
      'SELECT seal FROM shapes',
      "column 'seal' is declared as text, and the server answers bytes.",
    ],
    [
      'calls a figure exact that is not',
      { cents: column.integer },
      'SELECT cents FROM shapes',
      "column 'cents' is declared as integer, and holds",
    ],
    [
      'names other texts than are there',
      { name: column.oneOf(['Ben']) },
      'SELECT name FROM shapes',
      'column \'name\' is declared as text, and holds "Ada"',
    ],
    [
      'has another document in mind',
      { facts: column.json(z.strictObject({ goals: z.number() })) },
      'SELECT facts FROM shapes',
      "column 'facts' is declared as json, and holds",
    ],
  ]

  it.each(refused)('%s', async (_, shape, sql, problem) => {
    const asked = () => readRows(nation.database, shape, sql)
    await expect(asked()).rejects.toThrow(problem)
    await expect(asked()).rejects.toThrow(/platform\/read-rows\.test\.ts:\d+:\d+: /)
    await expect(asked()).rejects.toThrow(sql)
  })

  it.each([
    ['a column may be null', 'SELECT nickname FROM shapes WHERE id = 0'],
    [
      'an outer join may find nothing',
      'SELECT b.name AS nickname FROM shapes a LEFT JOIN shapes b ON b.id = 0 WHERE a.id = 0',
    ],
  ])('forgets that %s, and no row shows it: MariaDB tells', async (_, sql) => {
    const asked = readRows(nation.database, { nickname: column.text }, sql)
    if (nation.database.options.type === 'mariadb') await expect(asked).rejects.toThrow('may be null in the table')
    else await expect(asked).resolves.toEqual([])
  })

  it('is not taken for a statement that writes', async () => {
    await expect(write(nation.database, 'SELECT 1 AS n')).rejects.toThrow('A statement that writes nothing')
  })
})

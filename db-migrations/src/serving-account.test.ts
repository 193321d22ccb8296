import { isDenied, newPublicId, readJson, requireLeastRights } from '@nation/core/platform'
import { openDatabase, servingRights } from '@nation/core/nation'
import { aCitizen, aTuesday, dropSchema, makeSchema, servingUrl, useTestNation } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { describe, expect, it } from 'vitest'
import { grantServing, namesOf, unlistedTables } from './serving-account'

const nation = useTestNation()
const serving = (): DataSource => nation.runtime.database

/** Whether the server refuses a statement of the account that serves because of its rights, and for no other reason. */
async function isRefused(statement: string): Promise<boolean> {
  try {
    await serving().query(statement)
    return false
  } catch (error) {
    if (isDenied(error)) return true
    throw error
  }
}

/** The columns that take a value: not those that the server computes. */
const columnsOf = async (table: string): Promise<string[]> => {
  const rows: { name: string }[] = await nation.database.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? AND COALESCE(generation_expression, '') = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function anEntry(seq: number | null, subject: string | null = null, facts: object = { handle: 'ada' }) {
  const { insertId }: { insertId: number } = await nation.database.query(
    `INSERT INTO journal (seq, kind, subject, visibility, facts, at) VALUES (?, 'admin.account-revoked', ?, 'public', ?, ?)`,
    [seq, subject, JSON.stringify(facts), aTuesday],
  )
  return insertId
}

const entry = async (id: number) => {
  const [row]: { seq: string | null; facts: unknown }[] = await nation.database.query(
    'SELECT seq, facts FROM journal WHERE id = ?',
    [id],
  )
  return { seq: row?.seq, facts: readJson<object>(row?.facts) }
}

describe('The account that serves', () => {
  it('has a right stated for every table, and for nothing else', async () => {
    expect(await unlistedTables(nation.database)).toEqual({ missing: [], unknown: [] })
  })

  it.each(Object.keys(servingRights))('can do with %s what is stated, and no more', async (table) => {
    const { add, change, remove } = servingRights[table]!
    const columns = await columnsOf(table)
    const changes = await Promise.all(
      columns.map(async (column) => {
        const refused = await isRefused(`UPDATE \`${table}\` SET \`${column}\` = \`${column}\` WHERE 1 = 0`)
        return refused ? [] : [column]
      }),
    )
    expect(changes.flat().sort()).toEqual((change === true ? columns : change === false ? [] : [...change]).sort())
    expect(await isRefused(`SELECT * FROM \`${table}\` LIMIT 0`)).toBe(false)
    const named = columns.map((column) => `\`${column}\``).join(', ')
    expect(await isRefused(`INSERT INTO \`${table}\` (${named}) SELECT ${named} FROM \`${table}\` WHERE 1 = 0`)).toBe(
      !add,
    )
    expect(await isRefused(`DELETE FROM \`${table}\` WHERE 1 = 0`)).toBe(!remove)
  })

  it.each(Object.keys(servingRights))('cannot change how %s is made, nor empty it at once', async (table) => {
    for (const statement of [
      `TRUNCATE TABLE \`${table}\``,
      `DROP TABLE \`${table}\``,
      `ALTER TABLE \`${table}\` ADD COLUMN extra INT`,
      `RENAME TABLE \`${table}\` TO elsewhere`,
      `CREATE INDEX ix_extra ON \`${table}\` (${(await columnsOf(table))[0]})`,
      `CREATE TRIGGER extra BEFORE INSERT ON \`${table}\` FOR EACH ROW SET @extra = 1`,
    ]) {
      expect(await isRefused(statement), statement).toBe(true)
    }
  })

  it('cannot make tables, procedures and accounts, nor hand rights on', async () => {
    for (const statement of [
      'CREATE TABLE extra (id INT)',
      'CREATE VIEW extra AS SELECT 1 AS one',
      'CREATE PROCEDURE extra() SELECT 1',
      'DROP PROCEDURE journal_number',
      "CREATE USER extra IDENTIFIED BY 'a long password 1'",
      'GRANT SELECT ON journal TO nation_serving',
      'SET GLOBAL general_log = 1',
    ]) {
      expect(await isRefused(statement), statement).toBe(true)
    }
  })

  it('gives a number to an entry that has none, and never another one', async () => {
    const [numbered, fresh] = [await anEntry(1), await anEntry(null)]
    await serving().query('CALL journal_number(?)', [JSON.stringify([[numbered, 8], [fresh, 9]])]) // oxfmt-ignore
    expect([(await entry(numbered)).seq, (await entry(fresh)).seq]).toEqual(['1', '9'])
  })

  it('removes only the personal facts of a citizen who left', async () => {
    const [gone, here] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [aTuesday, gone.id])
    const facts = { displayName: 'Ada', walletAddress: 'w', before: 'v', position: 'president' }
    const write = async (seq: number, kind: string, subject: string) => {
      const id = await anEntry(seq, subject, facts)
      await nation.database.query('UPDATE journal SET kind = ? WHERE id = ?', [kind, id])
      return id
    }
    const stood = await write(1, 'candidates.stood', gone.uid)
    const linked = await write(2, 'citizens.wallet-linked', gone.uid)
    const unknown = await write(3, 'citizens.of-another-version', gone.uid)
    const other = await write(4, 'citizens.wallet-linked', here.uid)
    for (const uid of [gone.uid, here.uid, newPublicId(aTuesday)])
      await serving().query('CALL journal_forget(?)', [uid])
    const { displayName: _, ...withoutName } = facts
    expect((await entry(stood)).facts).toEqual(withoutName)
    expect((await entry(linked)).facts).toEqual({ displayName: 'Ada', position: 'president' })
    expect((await entry(unknown)).facts).toEqual({})
    expect((await entry(other)).facts).toEqual(facts)
  })

  it('removes old entries of kinds that pass, a batch at a time, and nothing else whatever it is asked for', async () => {
    const day = 86_400_000
    const kinds = ['elections.tally-changed', 'elections.counted', 'test.fact']
    for (const [place, age] of [31, 30.5, 29, 0].entries()) {
      for (const [n, kind] of kinds.entries()) {
        const id = await anEntry(place * kinds.length + n + 1, null, {})
        const at = new Date(aTuesday.getTime() - age * day)
        await nation.database.query('UPDATE journal SET kind = ?, at = ? WHERE id = ?', [kind, at, id])
      }
    }
    await nation.database.query('UPDATE journal_head SET seq = 12')
    const prune = async (kind: string, most: number) => {
      const [rows] = await serving().query<[{ gone: unknown }[]]>('CALL journal_prune(?, ?)', [kind, most])
      return Number(rows[0]?.gone)
    }
    expect(await prune('elections.tally-changed', 1)).toBe(1)
    expect(await prune('elections.tally-changed', 10)).toBe(1)
    expect(await prune('elections.tally-changed', 10)).toBe(0)
    for (const kind of kinds.slice(1)) expect(await prune(kind, 10)).toBe(0)
    const left: { seq: string }[] = await nation.database.query('SELECT seq FROM journal ORDER BY seq')
    expect(left.map(({ seq }) => Number(seq))).toEqual([2, 3, 5, 6, 7, 8, 9, 10, 11, 12])
    await expect(
      serving().query("UPDATE journal_kinds SET keep_days = 0 WHERE kind = 'elections.counted'"),
    ).rejects.toThrow()
  })
})

describe('Granting', () => {
  it('gives what is missing and takes away what is not stated', async () => {
    const schema = new URL(nation.url).pathname.slice(1)
    await nation.database.query(`REVOKE INSERT ON \`${schema}\`.ballots FROM nation_serving`)
    await nation.database.query(`GRANT DELETE, UPDATE (facts) ON \`${schema}\`.journal TO nation_serving`)
    await grantServing(nation.database, nation.url)
    expect(await isRefused('INSERT INTO ballots SELECT * FROM ballots WHERE 1 = 0')).toBe(false)
    expect(await isRefused('DELETE FROM journal WHERE 1 = 0')).toBe(true)
    expect(await isRefused('UPDATE journal SET facts = facts WHERE 1 = 0')).toBe(true)
  })

  it('refuses a schema with a table of which the list says nothing', async () => {
    const name = `${new URL(nation.url).pathname.slice(1)}_new_table`
    const database = await openDatabase({ url: await makeSchema(name), poolSize: 1 })
    try {
      await database.query('CREATE TABLE newcomers (id INT)')
      await expect(grantServing(database, servingUrl(name))).rejects.toThrow(
        /^This version of Nation has no table newcomers\. .*drop the database and create it again .*\(Restore\).*feature\.ts/,
      )
    } finally {
      await database.destroy()
      await dropSchema(name)
    }
  })

  it('names rights as the server does', () => {
    expect(namesOf({ add: true, change: ['a', 'b'], remove: true })).toEqual([
      ...['SELECT', 'INSERT', 'UPDATE (a)', 'UPDATE (b)', 'DELETE'],
    ])
  })
})

describe('A server process in production', () => {
  it('accepts the account that serves', async () => {
    await expect(requireLeastRights(serving())).resolves.toBeUndefined()
  })

  it('refuses the account that migrates, with a sentence', async () => {
    await expect(requireLeastRights(nation.database)).rejects.toThrow(
      /^The database account of DATABASE_URL has too many rights \(DELETE and UPDATE on journal\)/,
    )
  })

  it('refuses an account that could remove tables', async () => {
    const schema = new URL(nation.url).pathname.slice(1)
    await nation.database.query(`GRANT DROP ON \`${schema}\`.* TO nation_serving`)
    try {
      await expect(requireLeastRights(serving())).rejects.toThrow('(DROP on all tables)')
      await expect(grantServing(nation.database, nation.url)).rejects.toThrow('has rights on all tables (DROP)')
    } finally {
      await nation.database.query(`REVOKE DROP ON \`${schema}\`.* FROM nation_serving`)
    }
  })
})

import { openDatabase } from '@nation/core/nation'
import { schemaMigrations } from '@nation/core/platform'
import { lookKey, officialsNamed } from '@nation/core/citizens'
import { aCitizen, anOfficial, dropSchema, makeSchema } from '@nation/core/testing'
import type { DataSource, QueryRunner } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '.'
import { SharedAnswers1700000000120 } from './1700000000120-shared-answers'
import { OfficialNames1700000000220 } from './1700000000220-official-names'
import { HowRollsWereRead1700000000232 } from './1700000000232-how-rolls-were-read'
import { OfficialNamesAtSignIn1700000000233 } from './1700000000233-official-names-at-sign-in'

const schema = `nation_migrations_${process.env.NATION_TEST_RUN ?? 'local'}_${process.env.VITEST_POOL_ID ?? '1'}`
let database: DataSource
let runner: QueryRunner

beforeAll(async () => {
  await dropSchema(schema)
  database = await openDatabase({ url: await makeSchema(schema), poolSize: 2 })
  runner = database.createQueryRunner()
})
afterAll(async () => {
  await runner.release()
  await database.destroy()
  await dropSchema(schema)
})

const views = {
  tables: 'table_name, engine, table_collation FROM information_schema.tables',
  columns: `table_name, column_name, ordinal_position, column_default, is_nullable, column_type, character_set_name,
    collation_name, extra FROM information_schema.columns`,
  indexes: 'table_name, index_name, seq_in_index, column_name, non_unique FROM information_schema.statistics',
  references: `table_name, constraint_name, column_name, referenced_table_name, referenced_column_name
    FROM information_schema.key_column_usage`,
}

/** The whole schema as the database itself describes it. */
async function describeSchema(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, columns] of Object.entries(views)) {
    const rows = (await runner.query(
      `SELECT ${columns} WHERE table_schema = DATABASE() AND table_name <> 'migrations'`,
    )) as Record<string, unknown>[]
    found[name] = rows.map((row) => JSON.stringify(Object.values(row))).sort()
  }
  return found
}

describe('Migrations', () => {
  it('run oldest first, each under a name of its own that ends with its time', () => {
    const names = migrations.map((migration) => new migration().name)
    const times = names.map((name) => Number(/\d{13}$/.exec(name)?.[0]))
    expect(new Set(names).size).toBe(names.length)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('are those that API and workers ask for when they start', () => {
    expect(schemaMigrations).toEqual(migrations.map((migration) => new migration().name))
  })

  it('each leave the same schema when run, undone and run again', async () => {
    const whole = await describeSchema()
    for (const migration of migrations.toReversed()) await new migration().down(runner)
    const nothing = await describeSchema()
    expect(nothing).toEqual({ tables: [], columns: [], indexes: [], references: [] })

    for (const migration of migrations) {
      const before = await describeSchema()
      await new migration().up(runner)
      const after = await describeSchema()
      await new migration().down(runner)
      expect(await describeSchema(), migration.name).toEqual(before)
      await new migration().up(runner)
      expect(await describeSchema(), migration.name).toEqual(after)
    }
    expect(await describeSchema()).toEqual(whole)
  })

  it('of the messenger are run again when they were cut off', async () => {
    const whole = await describeSchema()
    for (const migration of migrations.filter(({ name }) => /1700000000(19\d)$/.test(name))) {
      await new migration().up(runner)
      expect(await describeSchema(), migration.name).toEqual(whole)
    }
  })

  it('know the officials of all terms by their names, batch by batch, without those who left', async () => {
    const [from, to] = [new Date('2026-01-05T00:00:00Z'), new Date('2026-01-12T00:00:00Z')]
    const named = (username: string, leftAt: Date | null = null) => aCitizen(database, { username, leftAt })
    const [first, gone, last] = [await named('Ada Lindgren'), await named('Grace Gone', to), await named('Mo Derator')]
    for (const citizen of [first, gone]) await anOfficial(database, 'president', { from, to, citizen })
    await runner.query('INSERT INTO terms (office, citizen_id, how, started_at, ended_at) VALUES ?', [
      Array.from({ length: 1_000 }, () => ['president', first.id, 'elected', from, to]),
    ])
    await anOfficial(database, 'president', { from, to, citizen: last })
    const names = new OfficialNames1700000000220()
    await names.down(runner)
    await names.up(runner)
    const looks = ['Аda LIndgren', 'M0 derator', 'Grace Gone'].map(lookKey)
    const found = (await runner.query(`SELECT n.citizen_id AS id FROM ${officialsNamed}`, [looks])) as { id: string }[]
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([first.id, last.id]))
  })

  it('know the present names of officials, and keep the earlier ones', async () => {
    const from = new Date('2026-01-05T00:00:00Z')
    const citizen = await aCitizen(database, { username: 'Sana Earlier' })
    await anOfficial(database, 'secretary', { from, to: new Date('2026-01-12T00:00:00Z'), citizen })
    const other = await aCitizen(database, { username: 'Nora Nobody' })
    const first = new OfficialNames1700000000220()
    await first.down(runner)
    await first.up(runner)
    await runner.query(`UPDATE citizens SET username = 'Sana Later' WHERE id = ?`, [citizen.id])
    const names = new OfficialNamesAtSignIn1700000000233()
    await names.up(runner)
    await names.down()
    const known = async (name: string) =>
      (
        (await runner.query(`SELECT n.citizen_id AS id FROM ${officialsNamed}`, [[lookKey(name)]])) as { id: string }[]
      ).map(({ id }) => id)
    expect(await known('Sana Later')).toEqual([citizen.id])
    expect(await known('Sana Earlier')).toEqual([citizen.id])
    expect(await known(other.username)).toEqual([])
  })

  it('tell of past elections how their rolls were read, as the entries of their openings say', async () => {
    const at = new Date('2025-01-06T00:00:00Z')
    const openings = [
      ['01890a5d-ac96-774b-bcce-b302099a8101', { rollMethod: 'by_mint', rollSlot: '312345678' }],
      ['01890a5d-ac96-774b-bcce-b302099a8102', { rollMethod: 'last_known', rollSlot: null }],
      ['01890a5d-ac96-774b-bcce-b302099a8103', null],
    ] as const
    for (const [place, [uid, facts]] of openings.entries()) {
      const day = new Date(at.getTime() + place * 86_400_000)
      await runner.query(
        `INSERT INTO elections (uid, starts_at, phase_two_at, ends_at, stage, created_at) VALUES (?, ?, ?, ?, 'completed', ?)`,
        [uid, day, day, day, day],
      )
      if (facts === null) continue
      await runner.query(
        `INSERT INTO journal (kind, subject, visibility, facts, at) VALUES ('elections.opened', ?, 'public', ?, ?)`,
        [uid, JSON.stringify(facts), day],
      )
    }
    const rolls = new HowRollsWereRead1700000000232()
    await rolls.down(runner)
    await rolls.up(runner)
    const uids = openings.map(([uid]) => uid)
    expect(
      await runner.query('SELECT roll_method, roll_slot FROM elections WHERE uid IN (?) ORDER BY uid', [uids]),
    ).toEqual([
      { roll_method: 'by_mint', roll_slot: '312345678' },
      { roll_method: 'last_known', roll_slot: null },
      { roll_method: null, roll_slot: null },
    ])
    await runner.query('DELETE FROM elections WHERE uid IN (?)', [uids])
  })

  it('give each key its own answer back when shared answers are undone', async () => {
    const shared = new SharedAnswers1700000000120()
    await runner.query(`INSERT INTO shared_answers (id, answers, created_at) VALUES (7, '[{"a":"é"},null]', NOW(3))`)
    await runner.query(`INSERT INTO idempotency_keys
      (caller, call_id, idempotency_key, body_hash, answer, shared_id, shared_place, created_at) VALUES
      ('a', 'x', 'first', REPEAT('h', 32), NULL, 7, 0, NOW(3)),
      ('a', 'x', 'other', REPEAT('h', 32), NULL, 7, 1, NOW(3)),
      ('a', 'x', 'whole', REPEAT('h', 32), '{"b":1}', NULL, NULL, NOW(3))`)
    await shared.down(runner)
    const restored = (await runner.query('SELECT answer FROM idempotency_keys ORDER BY idempotency_key')) as {
      answer: string
    }[]
    await shared.up(runner)
    await runner.query('DELETE FROM idempotency_keys')
    expect(restored.map(({ answer }) => JSON.parse(answer) as unknown)).toEqual([{ a: 'é' }, null, { b: 1 }])
  })
})

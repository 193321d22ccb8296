import { openDatabase, schemaMigrations } from '@nation/core/platform'
import { dropSchema, makeSchema } from '@nation/core/testing'
import type { DataSource, QueryRunner } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '.'

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
  const told: Record<string, unknown> = {}
  for (const [name, columns] of Object.entries(views)) {
    const rows = (await runner.query(
      `SELECT ${columns} WHERE table_schema = DATABASE() AND table_name <> 'migrations'`,
    )) as Record<string, unknown>[]
    told[name] = rows.map((row) => JSON.stringify(Object.values(row))).sort()
  }
  return told
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
})

import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropSchema, makeSchema, useTestNation } from '../testing'
import { openDatabase } from '../nation'

const nation = useTestNation()

let name: string
let database: DataSource

beforeAll(async () => {
  name = `${new URL(nation.url).pathname.slice(1)}_other`
  database = await openDatabase({ url: await makeSchema(name), poolSize: 2 })
  // Where TypeORM would have written how a column is computed. It asks there as soon as a schema has such a column.
  const texts = ['type', 'database', 'schema', 'table', 'name', 'value'].map((column) => `\`${column}\` VARCHAR(255)`)
  await database.query(`CREATE TABLE typeorm_metadata (${texts.join(', ')})`)
})

afterAll(async () => {
  await database?.destroy()
  await dropSchema(name)
})

/** What TypeORM would change to make the schema what the entities say. */
async function differences(): Promise<string[]> {
  const log = await database.driver.createSchemaBuilder().log()
  return log.upQueries.map((query) => query.query)
}

/** Columns that the server computes, and their indexes: like foreign keys and tables without an entity, the migrations' own. */
async function computed(): Promise<string[]> {
  const rows = await database.query<{ name: string }[]>(
    `SELECT c.column_name AS name FROM information_schema.columns c
     WHERE c.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') <> ''
     UNION SELECT s.index_name FROM information_schema.statistics s JOIN information_schema.columns c
       ON c.table_schema = s.table_schema AND c.table_name = s.table_name AND c.column_name = s.column_name
     WHERE s.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') <> ''`,
  )
  return rows.map((row) => `\`${row.name}\``)
}

describe('The schema', () => {
  it('that the migrations make has every column and key that the entities speak of, with their types', async () => {
    const own = await computed()
    const found = (await differences()).filter(
      (query) => !/DROP FOREIGN KEY|DROP TABLE/.test(query) && !own.some((each) => query.includes(each)),
    )
    expect(found).toEqual([])
  })

  it('is noticed when a column or a key is another', async () => {
    await database.query('ALTER TABLE citizens MODIFY handle VARCHAR(63) NOT NULL, DROP KEY uq_citizens_wallet')
    expect((await differences()).join()).toMatch(/handle[\s\S]*uq_citizens_wallet|uq_citizens_wallet[\s\S]*handle/)
  })
})

import { describe, expect, it } from 'vitest'
import { dropSchema, makeSchema, useTestNation } from '../testing'
import { openDatabase } from '../nation'

const nation = useTestNation()

/** What TypeORM would change to make the schema what the entities say. */
async function differences(): Promise<string[]> {
  const log = await nation.database.driver.createSchemaBuilder().log()
  return log.upQueries.map((query) => query.query)
}

describe('The schema', () => {
  it('that the migrations make has every column and key that the entities speak of, with their types', async () => {
    // Foreign keys and tables without an entity are the migrations' own; everything else must agree.
    const found = (await differences()).filter((query) => !/DROP FOREIGN KEY|DROP TABLE/.test(query))
    expect(found).toEqual([])
  })

  it('is noticed when a column or a key is another', async () => {
    const name = `${new URL(nation.url).pathname.slice(1)}_other`
    const other = await openDatabase({ url: await makeSchema(name), poolSize: 2 })
    await other.query('ALTER TABLE citizens MODIFY handle VARCHAR(63) NOT NULL, DROP KEY uq_citizens_wallet')
    const found = await other.driver.createSchemaBuilder().log()
    await other.destroy()
    await dropSchema(name)
    expect(found.upQueries.map((query) => query.query).join()).toMatch(
      /handle[\s\S]*uq_citizens_wallet|uq_citizens_wallet[\s\S]*handle/,
    )
  })
})

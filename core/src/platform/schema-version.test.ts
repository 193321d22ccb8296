import { describe, expect, it } from 'vitest'
import { dropSchema, makeSchema, testServerUrl, useTestNation } from '../testing'
import { openDatabase } from '../nation'
import { requireSchema, SchemaMismatch, schemaMigrations } from './schema-version'

const nation = useTestNation()

describe('A process that starts', () => {
  it('is content with the schema that it was written for', async () => {
    await expect(requireSchema(nation.database)).resolves.toBeUndefined()
  })

  it('refuses a database that is older, that is newer, and that is not the nation’s, and says what to do', async () => {
    const newer = requireSchema(nation.database, schemaMigrations.slice(0, -1))
    await expect(newer).rejects.toThrow(/newer version of Nation .*undo its migrations/)
    const older = requireSchema(nation.database, [...schemaMigrations, 'Tomorrow1800000000000'])
    await expect(older).rejects.toThrow(/1 migrations have not run \(Tomorrow1800000000000 .*migrate/)
    const name = `${new URL(nation.url).pathname.slice(1)}_bare`
    await makeSchema(name)
    const bare = await openDatabase({ url: testServerUrl() + name, poolSize: 1 })
    await bare.query('DROP TABLE migrations')
    await expect(requireSchema(bare)).rejects.toBeInstanceOf(SchemaMismatch)
    await bare.destroy()
    await dropSchema(name)
  })
})

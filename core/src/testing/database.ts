import mysql from 'mysql2/promise'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { checkFacts } from '../platform/journal-draft'
import { fixedClock, type Runtime } from '../platform'
import { openDatabase } from '../nation'
import { holdToDeclaration } from './facts'
import { emptyTables } from './rows'
import { holdShapes } from './hold-shapes'

/** Monday 2026-01-05 is the first instant of an election week; tests start on the Tuesday after it, at noon. */
export const aTuesday = new Date('2026-01-06T12:00:00.000Z')

export interface TestNation {
  /** The test's own hands: the account that migrates, which may do anything. */
  readonly database: DataSource
  readonly clock: ReturnType<typeof fixedClock>
  /** What services are given: its database is opened by the account that serves, as in production. */
  readonly runtime: Runtime
  /** Address of this test's own schema for the account that serves, for a process of its own. */
  readonly url: string
}

/** The administrator's address of the private test database, without a schema. */
export function testServerUrl(): string {
  const url = process.env.NATION_TEST_DATABASE_URL
  if (!url) throw new Error('NATION_TEST_DATABASE_URL is not set: run integration tests through `npm test`.')
  return url.replace(/\/[^/]*$/, '/')
}

/** The address of a schema for the account that serves: what processes of the product are given. */
export function servingUrl(schema: string): string {
  const url = process.env.NATION_TEST_SERVING_URL
  if (!url) throw new Error('NATION_TEST_SERVING_URL is not set: run integration tests through `npm test`.')
  return url.replace(/\/[^/]*$/, `/${schema}`)
}

/** The private test Redis. */
export function testRedisUrl(): string {
  const url = process.env.NATION_TEST_REDIS_URL
  if (!url) throw new Error('NATION_TEST_REDIS_URL is not set: run integration tests through `npm test`.')
  return url
}

/**
 * Creates a schema, migrates it and gives the account that serves its rights, as `migrate` does; `name` must be new or this
 * worker's own. Returns its address for the account that migrates.
 */
export async function makeSchema(name: string): Promise<string> {
  const server = await mysql.createConnection({ uri: testServerUrl() })
  await server.query(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`)
  await server.end()
  const url = `${testServerUrl()}${name}`
  // Tests alone reach across: production code in core never knows the migrations.
  const { migrations, grantServing, writeEventRules } = await import('../../../db-migrations/src/index')
  const database = await openDatabase({ url, poolSize: 2, migrations })
  await database.runMigrations({ transaction: 'none' })
  await writeEventRules(database)
  await grantServing(database, servingUrl(name))
  await database.destroy()
  return url
}

/** Drops a schema made by makeSchema. */
export async function dropSchema(name: string): Promise<void> {
  const server = await mysql.createConnection({ uri: testServerUrl() })
  await server.query(`DROP DATABASE IF EXISTS \`${name}\``)
  await server.end()
}

/**
 * An empty nation on the real database for each test of a file. Each test worker has a schema of its own; the clock stands
 * still until the test moves it.
 */
export function useTestNation(options: { poolSize?: number } = {}): TestNation {
  const nation = {} as { -readonly [Key in keyof TestNation]: TestNation[Key] }
  let serving: DataSource
  beforeAll(async () => {
    checkFacts(holdToDeclaration)
    holdShapes()
    const schema = `nation_test_${process.env.NATION_TEST_RUN ?? 'local'}_${process.env.VITEST_POOL_ID ?? '1'}`
    nation.database = await openDatabase({ url: await makeSchema(schema), poolSize: options.poolSize ?? 16 })
    nation.url = servingUrl(schema)
    serving = await openDatabase({ url: nation.url, poolSize: options.poolSize ?? 16 })
  }, 60_000)
  beforeEach(async () => {
    nation.clock = fixedClock(aTuesday)
    nation.runtime = { database: serving, clock: nation.clock, nudge: () => undefined }
    await emptyTables(nation.database)
  })
  afterAll(async () => {
    await nation.database?.destroy()
    await serving?.destroy()
  })
  return nation
}

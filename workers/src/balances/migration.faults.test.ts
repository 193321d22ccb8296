import path from 'node:path'
import { openDatabase } from '@nation/core/nation'
import { crowdOf, dropSchema, makeSchema, settleCrowd, servingUrl } from '@nation/core/testing'
import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScript, runScript } from '../testing/dying-process'

const script = path.join(import.meta.dirname, 'faults/migration-process.ts')
const schema = `nation_migration_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`
const crowd = crowdOf(5_000)

let solana: SolanaStandIn
let database: DataSource

/** Carries the nation over in a process of its own, which dies before its n-th statement when n is given. */
const migrate = (killAt?: number) =>
  runScript(
    'migration-process',
    { DATABASE_URL: servingUrl(schema), SOLANA_RPC_URLS: solana.origin, TOKEN_VERSION: 'v2_new_token' },
    killAt,
  )

const rows = <T>(sql: string, values: unknown[] = []) => database.query<T[]>(sql, values)
const count = async (sql: string) => Number((await rows<{ n: string }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n)
const workOf = async (kind: string) =>
  (await rows<{ state: string; done: string }>('SELECT state, done FROM long_work WHERE kind = ?', [kind]))[0]

/** The database itself bears witness whenever a balance that was not 0 becomes 0. */
async function callWitness(): Promise<void> {
  await database.query(
    'CREATE TABLE witness (id BIGINT PRIMARY KEY AUTO_INCREMENT, citizen_id BIGINT UNSIGNED NOT NULL)',
  )
  await database.query(
    `CREATE TRIGGER voided AFTER UPDATE ON citizens FOR EACH ROW
     INSERT INTO witness (citizen_id) SELECT NEW.id FROM DUAL WHERE OLD.token_balance <> 0 AND NEW.token_balance = 0`,
  )
}

beforeAll(async () => {
  await dropSchema(schema)
  const [, url, standIn] = await Promise.all([
    bundleScript(script),
    makeSchema(schema),
    startSolanaStandIn({ holders: crowd, plainAccounts: true }),
  ])
  solana = standIn
  database = await openDatabase({ url, poolSize: 4 })
  await settleCrowd(database, crowd, new Date('2026-01-06T12:00:00.000Z'))
  await callWitness()
})

afterAll(async () => {
  await database?.destroy()
  await solana?.close()
  await dropSchema(schema)
})

describe('A token migration that is killed three times', () => {
  it('ends with every balance voided exactly once, and every wallet read', { timeout: 120_000 }, async () => {
    const [first, second, third] = [await migrate(30), await migrate(70), await migrate(400)]
    for (const ended of [first, second, third]) expect(ended.signal).toBe('SIGKILL')
    // Each was killed at work: voiding, later in voiding or scanning, and while balances were written.
    expect(await count('token_migration_citizens')).toBe(5_000)
    expect(Number((await workOf('token.read-balances'))?.done)).toBeGreaterThan(0)
    expect(Number((await workOf('token.read-balances'))?.done)).toBeLessThan(4_950)

    const last = await migrate()
    expect(last).toMatchObject({ code: 0 })
    expect(JSON.parse(last.output)).toMatchObject({ done: true })

    expect(await rows('SELECT citizen_id FROM witness GROUP BY citizen_id HAVING COUNT(*) <> 1')).toEqual([])
    expect(await count('(SELECT DISTINCT citizen_id FROM witness) AS seen')).toBe(5_000)
    const citizens = await rows<{
      wallet_address: string | null
      token_balance: string
      token_update_required: number
    }>('SELECT wallet_address, token_balance, token_update_required FROM citizens ORDER BY id')
    const wrong = citizens.filter((citizen, i) => {
      const expected = citizen.wallet_address === null ? '0' : crowd[i]?.tokens.toString()
      return citizen.token_balance !== expected || Number(citizen.token_update_required) !== 0
    })
    expect(wrong).toEqual([])
    expect(await workOf('token.void-balances')).toMatchObject({ state: 'done', done: '5000' })
    expect(await workOf('token.read-balances')).toMatchObject({ state: 'done', done: '4950' })
    for (const kind of ['token.version-changed', 'token.balances-read']) {
      expect([kind, await count(`journal WHERE kind = '${kind}'`)]).toEqual([kind, 1])
    }
    expect(await rows('SELECT version, state FROM token_migrations')).toEqual([
      { version: 'v2_new_token', state: 'done' },
    ])
  })
})

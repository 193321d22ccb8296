import { spawn } from 'node:child_process'
import path from 'node:path'
import { advanceElections } from '@nation/core/elections'
import { fixedClock, openDatabase } from '@nation/core/platform'
import { dropSchema, makeSchema, testServerUrl } from '@nation/core/testing'
import mysql from 'mysql2/promise'
import { build } from 'tsdown'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWeekOfVoting, monday, stateOf } from './faults/scenario'

const folder = path.dirname(new URL(import.meta.url).pathname)
const bundle = path.resolve(folder, '../../dist/faults')
const prefix = `nation_faults_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`
const template = `${prefix}_template`
/** Several nations are killed at a time, each in a schema of its own. */
const lanes = [1, 2, 3].map((number) => `${prefix}_${number}`)

let tables: string[] = []
let server: mysql.Connection

/** Makes a schema's rows those of the template again. */
async function restore(schema: string): Promise<void> {
  const statements = tables.flatMap((table) => [
    `DELETE FROM \`${schema}\`.\`${table}\``,
    `INSERT INTO \`${schema}\`.\`${table}\` SELECT * FROM \`${template}\`.\`${table}\``,
  ])
  await server.query(['SET FOREIGN_KEY_CHECKS = 0', 'START TRANSACTION', ...statements, 'COMMIT'].join(';'))
}

interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  readonly output: string
}

/** Runs the rollover in a process of its own, which dies before its n-th statement when n is given. */
function rollOver(schema: string, killAt?: number): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(bundle, 'rollover-process.js')], {
    env: {
      ...process.env,
      NATION_ENV: 'test',
      DATABASE_URL: testServerUrl() + schema,
      NATION_CLOCK: monday.toISOString(),
      ...(killAt !== undefined && { NATION_KILL_AT_STATEMENT: String(killAt) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}

async function bundleProcess(): Promise<void> {
  await build({
    config: false,
    cwd: path.resolve(folder, '../..'),
    entry: { 'rollover-process': path.join(folder, 'faults/rollover-process.ts') },
    outDir: bundle,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /^@nation\//, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
    inputOptions: { transform: { decorator: { legacy: true } } },
  })
}

const open = (schema: string) => openDatabase({ url: testServerUrl() + schema, poolSize: 3 })

beforeAll(async () => {
  server = await mysql.createConnection({ uri: testServerUrl(), multipleStatements: true })
  await Promise.all([bundleProcess(), ...[template, ...lanes].map((schema) => makeSchema(schema))])
  const database = await open(template)
  await aWeekOfVoting(database)
  await database.destroy()
  const [rows] = await server.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_name <> 'migrations'",
    [template],
  )
  tables = (rows as { name: string }[]).map((row) => row.name)
}, 60_000)

afterAll(async () => {
  for (const schema of [template, ...lanes]) await dropSchema(schema)
  await server?.end()
})

describe('A rollover that is killed', () => {
  it('before any of its statements ends as if nothing had happened, once somebody goes on with it', async () => {
    const databases = await Promise.all(lanes.map(open))
    const whole = await clean(lanes[0] ?? '', databases[0])
    let next = 1
    const failures: string[] = []
    const drive = async (schema: string, database: DataSource) => {
      for (let n = next++; n <= whole.statements; n = next++) {
        await restore(schema)
        const ended = await rollOver(schema, n)
        if (ended.signal !== 'SIGKILL') failures.push(`statement ${n}: the process was not killed`)
        await advanceElections({ database, clock: fixedClock(monday), nudge: () => undefined })
        const state = await stateOf(database)
        try {
          expect(state).toEqual(whole.state)
        } catch (error) {
          failures.push(`statement ${n}: ${(error as Error).message}`)
        }
      }
    }
    await Promise.all(lanes.map((schema, i) => drive(schema, databases[i]!)))
    await Promise.all(databases.map((database) => database.destroy()))
    expect(failures).toEqual([])
    // Six steps, each with a beginning, a lock and a commit at least: fewer would mean that nothing was enumerated.
    expect(whole.statements).toBeGreaterThan(30)
  }, 180_000)
})

/** The rollover without a fault: how many statements it takes, and what it leaves behind. */
async function clean(schema: string, database: DataSource | undefined) {
  await restore(schema)
  const { code, output } = await rollOver(schema)
  expect(code).toBe(0)
  const { statements } = JSON.parse(output) as { statements: number }
  const state = await stateOf(database!)
  expect((state.terms as unknown[]).length).toBe(3 + 7)
  // The new roll is the one that was read, of one slot, and not what the books said.
  const roll = state.roll as { starts_at: Date; source: string; slot: string | null; weight_units: number }[]
  const next = roll.filter((entry) => entry.starts_at.getTime() === monday.getTime())
  expect(next.length).toBeGreaterThan(20)
  for (const entry of next) expect(entry).toMatchObject({ source: 'fresh', slot: '4711' })
  expect(new Set(next.map((entry) => entry.weight_units))).toEqual(new Set([10, 15]))
  return { statements, state }
}

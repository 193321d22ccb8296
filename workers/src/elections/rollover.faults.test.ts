import path from 'node:path'
import { advanceElections } from '@nation/core/elections'
import { fixedClock } from '@nation/core/platform'
import { servingUrl } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScript, schemasOf, runScript, type Schemas } from '../testing/dying-process'
import { aWeekOfVoting, monday, stateOf } from './faults/scenario'

const script = path.join(path.dirname(new URL(import.meta.url).pathname), 'faults/rollover-process.ts')
const prefix = `nation_faults_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`

let schemas: Schemas

/** Runs the rollover in a process of its own, which dies before its n-th statement when n is given. */
const rollOver = (schema: string, killAt?: number) =>
  runScript('rollover-process', { DATABASE_URL: servingUrl(schema), NATION_CLOCK: monday.toISOString() }, killAt)

beforeAll(async () => {
  const [made] = await Promise.all([schemasOf(prefix, 3, aWeekOfVoting), bundleScript(script)])
  schemas = made
})

afterAll(() => schemas?.close())

describe('A rollover that is killed', () => {
  it('before any of its statements ends as if nothing had happened, once another worker goes on with it', async () => {
    const databases = await Promise.all(schemas.names.map((schema) => schemas.open(schema)))
    const whole = await clean(schemas.names[0] ?? '', databases[0])
    let next = 1
    const failures: string[] = []
    const drive = async (schema: string, database: DataSource) => {
      for (let n = next++; n <= whole.statements; n = next++) {
        await schemas.restore(schema)
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
    await Promise.all(schemas.names.map((schema, i) => drive(schema, databases[i]!)))
    await Promise.all(databases.map((database) => database.destroy()))
    expect(failures).toEqual([])
    // Six steps, each with a beginning, a lock and a commit at least: fewer would mean that nothing was enumerated.
    expect(whole.statements).toBeGreaterThan(30)
  })
})

/** The rollover without a fault: how many statements it takes, and what it leaves behind. */
async function clean(schema: string, database: DataSource | undefined) {
  await schemas.restore(schema)
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

import path from 'node:path'
import { payDueCycles, updatePercentages, updateTotal } from '@nation/core/bank'
import { fixedClock } from '@nation/core/platform'
import { aCitizen, anOfficial, aRunningBank, as, bankStory, bookProblems, servingUrl } from '@nation/core/testing'
import { salaryPresets } from '@nation/domain/bank'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScript, schemasOf, runScript, type Schemas } from '../testing/dying-process'

const script = path.join(path.dirname(new URL(import.meta.url).pathname), 'faults/payment-process.ts')
const prefix = `nation_payments_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`
const day = 86_400_000
const tuesday = new Date('2026-01-06T12:00:00.000Z')
/** Two cycles are due then; the first of them a week ago. */
const awake = new Date(tuesday.getTime() + 14 * day + 5_000)

let schemas: Schemas

/** A bank whose workers slept through two due instants: seats changed hands, pool and parts were set anew meanwhile. */
async function aSleepingBank(database: DataSource): Promise<void> {
  const clock = fixedClock(tuesday)
  const runtime = { database, clock, nudge: () => undefined }
  const admin = await aCitizen(database, { isAdmin: true, role: 'admin' })
  const from = new Date(tuesday.getTime() - day)
  await anOfficial(database, 'president', { from })
  const change = new Date(tuesday.getTime() + 3 * day + 1)
  await anOfficial(database, 'secretary', { from, to: change })
  await anOfficial(database, 'secretary', { from: change })
  await anOfficial(database, 'justiceMinister', { from: new Date(tuesday.getTime() + 8 * day) })
  await aRunningBank(runtime, admin, 1_000.01)
  clock.set(new Date(tuesday.getTime() + 9 * day))
  await as(runtime, admin, (ctx) => updateTotal(ctx, { totalSalaries: 777.77, adminId: undefined }))
  await as(runtime, admin, (ctx) =>
    updatePercentages(ctx, { salaryPercentages: { ...salaryPresets.panel }, adminId: undefined }),
  )
}

const pay = (schema: string, killAt?: number) =>
  runScript('payment-process', { DATABASE_URL: servingUrl(schema), NATION_CLOCK: awake.toISOString() }, killAt)

beforeAll(async () => {
  const [made] = await Promise.all([schemasOf(prefix, 3, aSleepingBank), bundleScript(script)])
  schemas = made
})

afterAll(() => schemas?.close())

describe('A payment that is killed', () => {
  it('before any of its statements pays everybody once, and leaves the books balanced, once another worker goes on with it', async () => {
    const databases = await Promise.all(schemas.names.map((schema) => schemas.open(schema)))
    const [first = '', database] = [schemas.names[0], databases[0]]
    await schemas.restore(first)
    const clean = await pay(first)
    expect(clean.code).toBe(0)
    const { statements, paid } = JSON.parse(clean.output) as { statements: number; paid: number[] }
    expect(paid).toEqual([1, 2])
    const whole = await bankStory(database!)
    expect(whole.payments).toHaveLength(3 + 3)
    // Two cycles, each with a beginning, locks, what is in force, terms, two movements and a commit at least.
    expect(statements).toBeGreaterThan(40)

    let next = 1
    const failures: string[] = []
    const drive = async (schema: string, own: DataSource) => {
      for (let n = next++; n <= statements; n = next++) {
        await schemas.restore(schema)
        const ended = await pay(schema, n)
        if (ended.signal !== 'SIGKILL') failures.push(`statement ${n}: the process was not killed`)
        await payDueCycles({ database: own, clock: fixedClock(awake), nudge: () => undefined })
        try {
          expect(await bankStory(own)).toEqual(whole)
          expect(await bookProblems(own)).toEqual([])
        } catch (error) {
          failures.push(`statement ${n}: ${(error as Error).message}`)
        }
      }
    }
    await Promise.all(schemas.names.map((schema, i) => drive(schema, databases[i]!)))
    await Promise.all(databases.map((one) => one.destroy()))
    expect(failures).toEqual([])
  })
})
